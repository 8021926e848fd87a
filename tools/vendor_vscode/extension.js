// The extension of VS Code: it starts `holdfast lsp`, and saves before runs.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["tlaplus", "tlaplus_cfg", "promela"];
let client;

/** The program of a virtual environment of the workspace, or the one on the path. */
function command() {
  const chosen = vscode.workspace.getConfiguration("holdfast").get("command", "");
  if (chosen) return chosen;
  const inner = process.platform === "win32" ? ["Scripts", "holdfast.exe"] : ["bin", "holdfast"];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    for (const name of [".venv", "venv"]) {
      const program = path.join(folder.uri.fsPath, name, ...inner);
      if (fs.existsSync(program)) return program;
    }
  }
  return "holdfast";
}

/** A file `.cfg` beside a module is a configuration, and not settings of another program. */
async function recognise(document) {
  if (document.uri.scheme !== "file" || !document.fileName.endsWith(".cfg")) return;
  if (document.languageId === "tlaplus_cfg") return;
  const beside = await fs.promises.readdir(path.dirname(document.fileName)).catch(() => []);
  if (beside.some((name) => name.endsWith(".tla"))) {
    await vscode.languages.setTextDocumentLanguage(document, "tlaplus_cfg");
  }
}

async function start() {
  const server = { command: command(), args: ["lsp"] };
  const schemes = ["file", "untitled"];
  const selector = schemes.flatMap((scheme) => LANGUAGES.map((language) => ({ scheme, language })));
  selector.push({ scheme: "file", language: "python" });
  client = new LanguageClient("holdfast", "holdfast", server, {
    documentSelector: selector,
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{tla,cfg,pml}") },
    middleware: {
      // A run reads files.
      executeCommand: async (name, args, next) => {
        if (name.startsWith("holdfast.")) await vscode.workspace.saveAll(false);
        return next(name, args);
      },
    },
  });
  try {
    await client.start();
  } catch (error) {
    const hint = "Install holdfast in the workspace's .venv, or set `holdfast.command`.";
    vscode.window.showErrorMessage(`holdfast lsp did not start: ${error.message}. ${hint}`);
  }
}

exports.activate = async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(recognise),
    vscode.commands.registerCommand("holdfast.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await Promise.all(vscode.workspace.textDocuments.map(recognise));
  await start();
};

exports.deactivate = () => client?.stop();
