/** The widget that explores traces and steps through specs. */

import { StepScreen } from "holdfast/step.js";
import { TraceScreen } from "holdfast/trace.js";
import { widgetWith } from "holdfast/widget.js";

export default widgetWith({ run: TraceScreen, step: StepScreen });
