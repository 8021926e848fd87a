---- MODULE Variants ----
\* Apalache module: tagged values, which are functions of one argument, their tag.

\* The value of a tag that carries none.
UNIT == "U_OF_UNIT"

\* The value with a tag.
Variant(tagName, value) == [tag \in {tagName} |-> value]

\* The values in `S` that have this tag.
VariantFilter(tagName, S) == UNION {{v[t] : t \in DOMAIN v \intersect {tagName}} : v \in S}

\* The tag of a value.
VariantTag(variant) == CHOOSE tag \in DOMAIN variant : TRUE

\* The value if it has this tag, otherwise the other one.
VariantGetOrElse(tagName, variant, defaultValue) ==
  IF tagName \in DOMAIN variant THEN variant[tagName] ELSE defaultValue

\* The value, which must have this tag.
VariantGetUnsafe(tagName, variant) == variant[tagName]

====
