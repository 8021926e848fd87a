import java.io.PrintStream;

import tla2sany.semantic.ExprNode;
import tla2sany.semantic.OpApplNode;
import tlc2.tool.EvalControl;
import tlc2.tool.TLCState;
import tlc2.tool.impl.FastTool;
import tlc2.util.Context;
import tlc2.value.impl.Value;
import util.SimpleFilenameToStream;

/** Writes a line for each assumption `Case(n, e)` of a module: `V` and the value of e, or `E` and the error. */
public class Evaluate {
    public static void main(String[] args) throws Exception {
        FastTool tool = new FastTool("", args[0], args[0], new SimpleFilenameToStream());
        try (PrintStream out = new PrintStream(args[1], "UTF-8")) {
            for (ExprNode assumption : tool.getAssumptions()) {
                out.println(answer(tool, (OpApplNode) assumption).replace("\n", " ").replace("\r", " "));
            }
        }
        System.exit(0);
    }

    private static String answer(FastTool tool, OpApplNode assumption) {
        try {
            Value value = (Value) tool.eval(
                assumption.getArgs()[1], Context.Empty, TLCState.Empty, TLCState.Empty, EvalControl.Clear);
            value.deepNormalize();
            return "V " + value.toStringUnchecked();
        } catch (Throwable error) {
            return "E " + error.getClass().getSimpleName() + ": " + error.getMessage();
        }
    }
}
