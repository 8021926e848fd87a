---- MODULE HTML ----
\* Community module: pages of HTML, as strings.
LOCAL INSTANCE Sequences
LOCAL INSTANCE SequencesExt

\* The strings of a sequence with a separator between them.
LOCAL Joined(strings, separator) ==
  FoldLeft(LAMBDA text, s : IF text = "" THEN s ELSE text \o separator \o s, "", strings)

\* The strings of a sequence as lines.
LOCAL Lines(strings) == Joined(strings, "\n")

\* The string in quotation marks.
LOCAL Quoted(s) == "\"" \o s \o "\""

\* The string with `old` replaced by `new` once for each pair `<<old, new>>`, in order.
HTMLFill(string, args) ==
  FoldLeft(LAMBDA text, pair : ReplaceFirstSubSeq(pair[2], pair[1], text), string, args)

\* A page.
HTMLDocument(header, body, list_of_scripts) ==
  Lines(<<"<!DOCTYPE html>", "<html>", header, body, Lines(list_of_scripts), "</html>">>)

\* A rule of a style sheet.
HTMLClass(classname, attribute_list) == Lines(<<classname \o " {", Lines(attribute_list), "}">>)

\* A property in such a rule.
HTMLAttribute(name, value) == name \o ": " \o value \o ";"

\* The rules for boxes, circles and grids.
HTMLDefaultStyle ==
  Lines(<<HTMLClass(".default_grid", <<HTMLAttribute("display", "grid")>>),
          HTMLClass(".default_box", <<HTMLAttribute("border", "1px solid black")>>),
          HTMLClass(".default_circle", <<HTMLAttribute("border-radius", "50%")>>)>>)

\* A style sheet.
HTMLStyleSheet(class_list) ==
  Lines(<<"<style type=\"text/css\">", HTMLDefaultStyle, Lines(class_list), "</style>">>)

\* A script in a file.
HTMLScriptFile(name) == "<script src=" \o Quoted(name) \o "></script>"

\* A script on the page.
HTMLScript(children) == Lines(<<"<script>", Lines(children), "</script>">>)

\* A link in the head of the page.
HTMLLink(name, type) == "<link href=" \o Quoted(name) \o " rel=" \o Quoted(type) \o "/>"

\* The head of the page.
HTMLHeader(title, list_of_links, class_list) ==
  Lines(<<"<head>", "<meta charset=\"UTF-8\">", "<title>" \o title \o "</title>",
          Lines(list_of_links), HTMLStyleSheet(class_list), "</head>">>)

\* The body of the page.
HTMLBody(body) == Lines(<<"<body>", body, "</body>">>)

\* A part of the page.
HTMLFrame(id, children) == Lines(<<"<div id=" \o Quoted(id) \o ">", Lines(children), "</div>">>)

\* The opening tag of a part with its id and its classes.
LOCAL Opening(id, default, class_list) ==
  "<div id=" \o Quoted(id) \o " class=" \o Quoted(default \o " " \o Joined(class_list, " "))

\* A part of the page laid out as a grid.
HTMLGridContainer(id, class_list, children) ==
  Lines(<<Opening(id, "default_grid", class_list) \o ">", Lines(children), "</div>">>)

\* A part of the page with a border and a size.
HTMLBox(id, class_list, size, children) ==
  Lines(<<Opening(id, "default_box", class_list) \o " style=" \o Quoted(size) \o ">",
          Lines(children), "</div>">>)

\* A round part of the page.
HTMLCircle(id, class_list, size, children) ==
  HTMLBox(id, <<"default_circle">> \o class_list, size, children)

\* A text.
HTMLText(id, text) == Lines(<<"<span id=" \o Quoted(id) \o ">", text, "</span>">>)

\* A picture.
HTMLSVG(id, viewBox, size, svgString) ==
  LET opening == "<svg id=" \o Quoted(id) \o " viewBox=" \o Quoted(viewBox)
                 \o " style=" \o Quoted(size) \o ">"
  IN  Lines(<<opening, svgString, "</svg>">>)

\* A width and a height, as the style of a part.
HTMLSize(width, height) ==
  Joined(<<HTMLAttribute("width", width), HTMLAttribute("height", height)>>, " ")

\* The end of a line.
HTMLNewLine == "<br>"

\* Properties that put the content of a part in its middle.
HTMLFlexCenterAttributes ==
  Lines(<<HTMLAttribute("display", "flex"), HTMLAttribute("align-items", "center"),
          HTMLAttribute("justify-content", "center")>>)

\* Two parts of the page, in a script.
HTMLJSLineElems(fromID, destID) ==
  LET Element(id) == "document.getElementById(" \o Quoted(id) \o ")"
  IN  Element(fromID) \o ", " \o Element(destID)

\* A line between two parts of the page, in a script.
HTMLJSLine(fromID, destID, color, size) ==
  "new LeaderLine(" \o HTMLJSLineElems(fromID, destID) \o ", {color: '" \o color \o "', size: "
  \o size \o "})"

\* A dashed line between two parts of the page, in a script.
HTMLJSLineDash(fromID, destID, color, size) ==
  "new LeaderLine(" \o HTMLJSLineElems(fromID, destID) \o ",  {color: '" \o color \o "', size: "
  \o size \o ", dash: true})"

\* What happens when keys are pressed, in a script.
HTMLJSKeyListener(events) ==
  Lines(<<"window.onkeyup = function(event) {", "let key = event.key.toUpperCase();",
          Lines(events), "}">>)

\* A key that leads to another page, in a script.
HTMLJSNavigationKey(key, file) ==
  Lines(<<"if(key == '" \o key \o "'){", "window.location.replace(" \o Quoted(file) \o ");", "}">>)

====
