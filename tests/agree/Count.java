import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import tlc2.tool.Action;
import tlc2.tool.StateVec;
import tlc2.tool.TLCState;
import tlc2.tool.impl.FastTool;
import tlc2.util.FP64;
import util.SimpleFilenameToStream;

/**
 * Explores modules Small0, Small1 ... and writes generated states, distinct states and depth of each.
 * TLC keeps tables for one specification in static fields, so each module has its own class loader.
 */
public class Count {
    public static void main(String[] args) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(new File(entry).toURI().toURL());
        }
        try (PrintStream out = new PrintStream(args[1], "UTF-8")) {
            for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                try (URLClassLoader own = new URLClassLoader(
                        path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
                    out.println(own.loadClass("Count").getMethod("explore", String.class).invoke(null, "Small" + i));
                } catch (InvocationTargetException error) {
                    out.println("E " + String.valueOf(error.getCause().getMessage()).replace("\n", " "));
                }
            }
        }
        System.exit(0);
    }

    public static String explore(String module) {
        FP64.Init();
        FastTool tool = new FastTool("", module, module, new SimpleFilenameToStream());
        StateVec initial = tool.getInitStates();
        Set<Long> known = new HashSet<>();
        List<TLCState> level = new ArrayList<>();
        int generated = initial.size(), depth = 0;
        for (int i = 0; i < initial.size(); i++) {
            if (known.add(initial.elementAt(i).fingerPrint())) {
                level.add(initial.elementAt(i));
            }
        }
        while (!level.isEmpty()) {
            depth++;
            List<TLCState> next = new ArrayList<>();
            for (TLCState state : level) {
                for (Action action : tool.getActions()) {
                    StateVec successors = tool.getNextStates(action, state);
                    generated += successors.size();
                    for (int i = 0; i < successors.size(); i++) {
                        if (known.add(successors.elementAt(i).fingerPrint())) {
                            next.add(successors.elementAt(i));
                        }
                    }
                }
            }
            level = next;
        }
        return generated + " " + known.size() + " " + depth;
    }
}
