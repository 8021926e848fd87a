import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import tlc2.tool.Action;
import tlc2.tool.StateVec;
import tlc2.tool.TLCState;
import tlc2.tool.impl.FastTool;
import tlc2.util.FP64;
import util.SimpleFilenameToStream;

/**
 * Explores Root.tla in each of the folders 0, 1 ... below one, with the evaluator of TLC, and writes a line
 * for each: what is violated after how many states, distinct and generated states; or the error.
 * TLC keeps tables for one specification in static fields, so each has its own class loader.
 */
public class Explore {
    private final FastTool tool;
    private final Map<String, Integer> violated = new TreeMap<>();
    private final Set<Long> known = new HashSet<>();
    private List<TLCState> next = new ArrayList<>();
    private int generated;

    private Explore(FastTool tool) {
        this.tool = tool;
    }

    public static void main(String[] args) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(new File(entry).toURI().toURL());
        }
        PrintStream console = System.out;
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        try (PrintStream out = new PrintStream(args[2], "UTF-8")) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                try (URLClassLoader own = new URLClassLoader(
                        path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
                    String folder = args[0] + File.separator + i;
                    out.println(own.loadClass("Explore").getMethod("explore", String.class).invoke(null, folder));
                } catch (InvocationTargetException error) {
                    out.println("error;" + error.getCause().toString().replace("\n", " "));
                }
            }
        }
        System.setOut(console);
        System.exit(0);
    }

    public static String explore(String folder) {
        FP64.Init();
        FastTool tool;
        try {
            String[] libraries = {folder};
            tool = new FastTool(folder, "Root", "Root", new SimpleFilenameToStream(libraries));
        } catch (RuntimeException error) {
            return "refused;" + error.toString().replace("\n", " ");
        }
        return new Explore(tool).run();
    }

    private String run() {
        StateVec initial = tool.getInitStates();
        int length = 1;
        for (int i = 0; i < initial.size(); i++) {
            meet(null, initial.elementAt(i), length);
        }
        while (!next.isEmpty()) {
            List<TLCState> level = next;
            next = new ArrayList<>();
            length++;
            for (TLCState state : level) {
                for (Action action : tool.getActions()) {
                    StateVec successors = tool.getNextStates(action, state);
                    for (int i = 0; i < successors.size(); i++) {
                        meet(state, successors.elementAt(i), length);
                    }
                }
            }
        }
        return "explored;" + violated.toString().replaceAll("[{} ]", "") + ";" + known.size() + ";" + generated;
    }

    /** What ModelChecker does with a state that is generated. */
    private void meet(TLCState before, TLCState state, int length) {
        generated++;
        if (!tool.isGoodState(state)) {
            throw new RuntimeException("not completely specified: " + state);
        }
        boolean inside = tool.isInModel(state) && (before == null || tool.isInActions(before, state));
        boolean fresh = !inside || known.add(state.fingerPrint(tool));
        if (fresh) {
            for (int k = 0; k < tool.getInvariants().length; k++) {
                if (!tool.isValid(tool.getInvariants()[k], state)) {
                    violated.putIfAbsent(tool.getInvNames()[k], length);
                }
            }
        }
        if (before != null) {
            for (int k = 0; k < tool.getImpliedActions().length; k++) {
                if (!tool.isValid(tool.getImpliedActions()[k], before, state)) {
                    violated.putIfAbsent(tool.getImpliedActNames()[k], length);
                }
            }
        }
        if (inside && fresh) {
            next.add(state);
        }
    }
}
