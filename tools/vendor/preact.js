// The view library of the studio's page, as one module.
import { h } from "preact";
import htm from "htm";

export { createContext, Fragment, h, render } from "preact";
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "preact/hooks";
export { batch, computed, effect, Signal, signal, useComputed, useSignal } from "@preact/signals";
export const html = htm.bind(h);
