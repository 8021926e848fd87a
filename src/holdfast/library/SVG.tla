---- MODULE SVG ----
\* Community module: pictures, which are records of a name, attributes, children and text.
LOCAL INSTANCE Integers
LOCAL INSTANCE Sequences
LOCAL INSTANCE TLC

\* An element of a picture.
SVGElem(_name, _attrs, _children, _innerText) ==
  [name |-> _name, attrs |-> _attrs, children |-> _children, innerText |-> _innerText]

\* A line between two points.
Line(fromX, fromY, toX, toY, attrs) ==
  LET place == ("x1" :> ToString(fromX)) @@ ("y1" :> ToString(fromY))
               @@ ("x2" :> ToString(toX)) @@ ("y2" :> ToString(toY))
  IN  SVGElem("line", place @@ attrs, <<>>, "")

\* A circle with its centre and its radius.
Circle(centreX, centreY, radius, attrs) ==
  LET place == ("cx" :> ToString(centreX)) @@ ("cy" :> ToString(centreY))
               @@ ("r" :> ToString(radius))
  IN  SVGElem("circle", place @@ attrs, <<>>, "")

\* The attributes of the upper left corner.
LOCAL Corner(left, top) == ("x" :> ToString(left)) @@ ("y" :> ToString(top))

\* The attributes of a rectangle.
LOCAL Frame(left, top, w, h) ==
  Corner(left, top) @@ ("width" :> ToString(w)) @@ ("height" :> ToString(h))

\* A rectangle.
Rect(left, top, w, h, attrs) == SVGElem("rect", Frame(left, top, w, h) @@ attrs, <<>>, "")

\* A text at a point.
Text(left, top, text, attrs) == SVGElem("text", Corner(left, top) @@ attrs, <<>>, text)

\* A picture from the address `href`.
Image(left, top, w, h, href, attrs) ==
  SVGElem("image", Frame(left, top, w, h) @@ ("xlink:href" :> href) @@ attrs, <<>>, "")

\* A sequence of elements as one.
Group(elements, attrs) == SVGElem("g", attrs, elements, "")

\* A sequence of elements as a picture.
Svg(elements, attrs) == SVGElem("svg", attrs, elements, "")

\* An element as a picture of its own that shows the given rectangle.
SVGDoc(element, left, top, w, h, attrs) ==
  LET box == ToString(left) \o " " \o ToString(top) \o " " \o ToString(w) \o " " \o ToString(h)
      root == ("xmlns:xlink" :> "http://www.w3.org/1999/xlink")
              @@ ("xmlns" :> "http://www.w3.org/2000/svg") @@ ("viewBox" :> box)
  IN  Svg(<<element>>, root @@ attrs)

\* The element as SVG text.
\* builtin
SVGElemToString(elem) == ToString(elem)

\* The position of node `n` of `m` on a circle, as a record of x and y.
\* builtin
NodeOfRingNetwork(cx, cy, r, n, m) == CHOOSE p \in [x : Int, y : Int] : TRUE

\* A position for each node of a graph, laid out with options.algo, as records of x and y.
\* builtin
NodesOfDirectedMultiGraph(nodes, edges, options) ==
  CHOOSE f \in [nodes -> [x : Int, y : Int]] : TRUE

\* The point at one part in `segment` of the way, with coordinates rounded towards zero.
PointOnLine(from, to, segment) ==
  LET Cut(a) == IF a < 0 THEN -((-a) \div segment) ELSE a \div segment
      At(a, b) == Cut(a * segment + b - a)
  IN  [x |-> At(from.x, to.x), y |-> At(from.y, to.y)]

\* Writes the element as SVG to the file with this prefix and this number.
SVGSerialize(svg, frameNamePrefix, frameNumber) ==
  LET IO == INSTANCE IOUtils
      file == frameNamePrefix \o IO!zeroPadN(frameNumber, 3) \o ".svg"
  IN  IO!Serialize(SVGElemToString(svg), file,
                   [format |-> "TXT", charset |-> "UTF-8",
                    openOptions |-> <<"WRITE", "CREATE", "TRUNCATE_EXISTING">>])

====
