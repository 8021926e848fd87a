"""The language server: everything that editors ask about specs, through `holdfast lsp`."""
