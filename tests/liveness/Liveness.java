import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

import tlc2.TLC;
import util.SimpleFilenameToStream;
import util.ToolIO;

/**
 * Runs TLC on Root.tla in each of the folders 0, 1 ... below one, and writes a line for each: the code
 * of the error, and the first error. TLC keeps tables for one specification in static fields, so each run has
 * its own class loader.
 */
public class Liveness {
    public static void main(String[] args) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(new File(entry).toURI().toURL());
        }
        try (PrintStream out = new PrintStream(args[2], "UTF-8")) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                try (URLClassLoader own = new URLClassLoader(
                        path.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
                    String folder = args[0] + File.separator + i;
                    out.println(own.loadClass("Liveness").getMethod("check", String.class).invoke(null, folder));
                } catch (InvocationTargetException error) {
                    out.println("-1;" + error.getCause().toString().replace("\n", " "));
                }
            }
        }
        System.exit(0);
    }

    public static String check(String folder) throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ToolIO.out = new PrintStream(written, true, "UTF-8");
        ToolIO.err = ToolIO.out;
        TLC tlc = new TLC();
        tlc.handleParameters(new String[] {
            "-workers", "1", "-noGenerateSpecTE", "-metadir", folder + File.separator + "states",
            "-config", folder + File.separator + "Root.cfg", folder + File.separator + "Root.tla"});
        tlc.setResolver(new SimpleFilenameToStream(folder));
        int code = tlc.process();
        String text = written.toString("UTF-8");
        int error = text.indexOf("Error:");
        return code + ";" + (error < 0 ? "" : text.substring(error).replaceAll("\\s+", " "));
    }
}
