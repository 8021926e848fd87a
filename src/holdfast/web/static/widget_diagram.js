/** The widget that edits predicate diagrams. */

import { DiagramScreen } from "holdfast/diagram.js";
import { widgetWith } from "holdfast/widget.js";

export default widgetWith({ diagram: DiagramScreen });
