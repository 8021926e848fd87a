"""The identifiers of the standard and community modules, in the order in which TLC meets them.

TLC ranks a string by the first appearance of its text, also as an identifier of a module
that the spec uses (`docs/decisions/0002-value-order.md`). The modules bundled with
holdfast have other texts for the same operators, so the identifiers of the originals are
listed here. `_TLCTrace` is read in every run of TLC, as if the root module extended it last.
"""

from __future__ import annotations

STANDARD_NAMES: dict[str, tuple[str, ...]] = {
    "Bags": tuple(
        """
        Bags TLC Naturals IsABag B n Nat BagToSet SetToBag S e BagIn EmptyBag B1 B2 d Sum f
        DSum elt BagUnion SubBag RemoveFromDom x y Combine BagSet i Biggest Range r s RSB BB
        BagOfAll F BagCardinality CopiesIn
        """.split()
    ),
    "BagsExt": tuple(
        """
        BagsExt Bags Integers Folds BagAdd B x e BagRemove BagRemoveAll MapThenFoldBag op
        base f choose handle pow n Nat MapThenFoldSet S FoldBag SumBag y ProductBag
        """.split()
    ),
    "Bitwise": tuple(
        """
        Bitwise Integers And x y n m exp Or xdm ydm Xor NotR Not a shiftR pos odd z
        """.split()
    ),
    "CSV": tuple(
        """
        CSV TLC Integers CSVWrite template val file CSVWriteRecord record delim headers
        CSVRead columns delimiter CSVRecords n Nat
        """.split()
    ),
    "Combinatorics": tuple("Combinatorics Naturals factorial n Nat choose k".split()),
    "DifferentialEquations": tuple(
        """
        DifferentialEquations Reals Sequences PosReal r Real OpenInterval a b s Nbhd e
        IsFirstDeriv df f d IsDeriv n IsD k g gg Integrate D InitVals Len i
        """.split()
    ),
    "DyadicRationals": tuple(
        """
        DyadicRationals FiniteSets Integers Sequences FiniteSetsExt TLC Divides p q d
        Divisors GCD n m Max Rational num den Reduce gcd IsDyadicRational r i Zero One Add
        lcn qq pp Half PrettyPrint ToString
        """.split()
    ),
    "FiniteSets": tuple(
        """
        FiniteSets Naturals Sequences IsFiniteSet S seq Seq s n Len Cardinality CS T x
        """.split()
    ),
    "FiniteSetsExt": tuple(
        """
        FiniteSetsExt Integers FiniteSets Folds Functions FoldSet op base set MapThenFoldSet
        x s SumSet ProductSet y ReduceSet acc MapThenSumSet FlattenSet S SymDiff A B
        Quantify P Cardinality kSubset k Max Min Choices Sets ChoiceFunction Ts f T Range
        ChooseUnique
        """.split()
    ),
    "Folds": tuple("Folds MapThenFoldSet op base f choose S iter s x".split()),
    "Functions": tuple(
        """
        Functions Integers Folds Restrict f S x RestrictDomain Test RestrictValues
        IsRestriction narrow wide Range Pointwise g T e Inverse t s AntiFunction IsInjective
        a b Injection M Surjection Bijection ExistsInjection ExistsSurjection
        ExistsBijection FoldFunctionOnSet op base fun indices MapThenFoldSet i FoldFunction
        SumFunctionOnSet SumFunction
        """.split()
    ),
    "GraphViz": tuple("GraphViz DotDiGraph G VL EL".split()),
    "Graphs": tuple(
        """
        Graphs Naturals Sequences FiniteSets SequencesExt Relation IsDirectedGraph G node
        edge DirectedSubgraph H Transpose e IsUndirectedGraph UndirectedSubgraph Path p Seq
        i Len SimplePath j AreConnectedIn m n IsStronglyConnected ConnectionsIn C N u Cu
        IsTreeWithRoot r f GraphUnion IsBipartiteWithPartitions U V HasCycle IsDag
        Successors AllSuccessors S Predecessors AllPredecessors Ancestors EdgeRelation
        TransitiveClosure Descendants InDegree Cardinality OutDegree Roots Leaves EmptyGraph
        """.split()
    ),
    "HTML": tuple(
        """
        HTML Sequences SequencesExt HTMLFill string args f str x ReplaceFirstSubSeq FoldLeft
        StringSeqToString string_seq separator str1 str2 HTMLDocument header body
        list_of_scripts HTMLClass classname attribute_list HTMLAttribute name value
        HTMLDefaultStyle HTMLStyleSheet class_list HTMLScriptFile HTMLScript children
        HTMLLink type HTMLHeader title list_of_links HTMLBody HTMLFrame id HTMLGridContainer
        HTMLBox size HTMLCircle HTMLText text HTMLSVG viewBox svgString HTMLSize width
        height HTMLNewLine HTMLFlexCenterAttributes HTMLJSLineElems fromID destID HTMLJSLine
        color HTMLJSLineDash HTMLJSKeyListener events HTMLJSNavigationKey key file
        """.split()
    ),
    "IOUtils": tuple(
        """
        IOUtils TLC Integers Sequences SequencesExt IOSerialize val absoluteFilename
        compress IODeserialize compressed Serialize value dest options r exitValue Int
        stdout stderr Deserialize src IOExec command IOEnvExec env IOExecTemplate
        commandTemplate parameters IOEnvExecTemplate IOEnv atoi str i ToString zeroPadN n
        width s padLen Len zeros FoldLeft acc z
        """.split()
    ),
    "Integers": tuple("Integers Naturals Int a".split()),
    "Json": tuple(
        """
        Json Sequences FiniteSets TLC IsSequence F D ToJsonKeyValue d ToString
        ToJsonObjectString ToJsonArrayString ToJsonString IsFiniteSet ToJson value
        ToJsonArray ToJsonObject JsonSerialize absoluteFilename JsonDeserialize val
        ndJsonSerialize ndJsonDeserialize
        """.split()
    ),
    "Naturals": tuple("Naturals Nat a b n".split()),
    "Quorum": tuple("Quorum QuorumSystem S QS Q1 Q2".split()),
    "Randomization": tuple(
        """
        Randomization Naturals FiniteSets RandomSubset k S T Cardinality RandomSetOfSubsets
        n TestRandomSetOfSubsets i
        """.split()
    ),
    "RealTime": tuple(
        """
        RealTime Reals now RTBound A v D E TNext t Timer MaxTime MinTime RTnow NowNext r
        Real
        """.split()
    ),
    "Reals": tuple("Reals Integers Real a b m Infinity i r".split()),
    "Relation": tuple(
        """
        Relation Naturals FiniteSets IsReflexive R S x IsReflexiveUnder op p IsIrreflexive
        IsIrreflexiveUnder IsSymmetric y IsSymmetricUnder IsAntiSymmetric
        IsAntiSymmetricUnder IsAsymmetric IsAsymmetricUnder IsTransitive z IsTransitiveUnder
        IsStrictlyPartiallyOrdered IsStrictlyPartiallyOrderedUnder IsPartiallyOrdered
        IsPartiallyOrderedUnder IsStrictlyTotallyOrdered IsStrictlyTotallyOrderedUnder
        IsTotallyOrdered IsTotallyOrderedUnder TransitiveClosure N Cardinality trcl n Nat
        ReflexiveTransitiveClosure IsConnected rtrcl
        """.split()
    ),
    "SVG": tuple(
        """
        SVG Naturals Sequences Integers TLC FiniteSets Merge r1 r2 D1 D2 k SVGElem _name
        _attrs _children _innerText name attrs children innerText Line x1 y1 x2 y2 svgAttrs
        ToString Circle cx cy r Rect x y w h width height Text text Image href Group Svg
        SVGDoc vbX vbY vbW vbH SVGElemToString elem NodeOfRingNetwork n m
        NodesOfDirectedMultiGraph nodes edges options f Int PointOnLine from to segment
        SVGSerialize svg frameNamePrefix frameNumber IO IOUtils Serialize zeroPadN format
        charset openOptions
        """.split()
    ),
    "Sequences": tuple(
        """
        Sequences Naturals Seq S n Nat Len s t i Append e Head Tail SubSeq m SelectSeq Test
        F
        """.split()
    ),
    "SequencesExt": tuple(
        """
        SequencesExt Sequences Naturals FiniteSets FiniteSetsExt Folds Functions Bags TLC
        ToSet s i ToBag x Range Cardinality SetToSeq S f IsInjective SetToSeqs D j
        SetToSortSeq op SortSeq SetToAllKPermutations TupleOf set n SeqOf m BoundedSeq
        Contains e Len IsSorted Reverse Remove SelectSeq t ReplaceAll old new SelectInSeq
        seq Test I Min SelectInSubSeq from to SubSeq SelectLastInSeq Max SelectLastInSubSeq
        InsertAt ReplaceAt RemoveAt RemoveFirst v RemoveFirstMatch Cons elt Snoc Append
        Front Last IsPrefix IsStrictPrefix IsSuffix IsStrictSuffix Prefixes l CommonPrefixes
        P prefix LongestCommonPrefix longest other Suffixes SeqMod a b FoldSeq base
        FoldFunction FoldLeft MapThenFoldSet y FoldRight FoldLeftDomain FoldRightDomain
        FlattenSeq seqs flatten Zip Interleave u SubSeqs AllSubSeqs IndexFirstSubSeq last
        ReplaceSubSeqAt r suffix ReplaceFirstSubSeq ReplaceAllSubSeqs z match comp p q R T g
        """.split()
    ),
    "ShiViz": tuple(
        """
        ShiViz Integers Json TLC Toolbox FnHost host i _TETrace pc p TLCEval Host
        _TEPosition clock n sum F G d FnClock vclock Clock ToJsonObject
        """.split()
    ),
    "Statistics": tuple("Statistics Naturals ChiSquare expected actual alpha".split()),
    "TLC": tuple(
        """
        TLC Naturals Sequences FiniteSets Print out val PrintT Assert v JavaTime n Nat
        TLCGet i TLCSet d e x f g Permutations S w SortSeq s Op Perm p Len j RandomElement
        Any ToString a b TLCEval
        """.split()
    ),
    "TLCExt": tuple(
        """
        TLCExt TLC Integers AssertEq a b PrintT AssertError err exp FailsEval e TLCError s
        Assert TLCGetOrDefault key defaultVal n TLCGetAndSet Op val oldVal v TLCSet Trace
        CounterExample ToTrace CE TLCModelValue str ToString TLCDefer expression TLCNoOp
        PickSuccessor bool TLCCache closure TLCFP var i Int TLCEvalDefinition definitionName
        """.split()
    ),
    "Toolbox": tuple(
        """
        Toolbox Naturals FiniteSets TLC _TETrace f Nat _TETraceLength Cardinality
        _TEPosition TLCGet
        """.split()
    ),
    "UndirectedGraphs": tuple(
        """
        UndirectedGraphs Naturals Sequences SequencesExt FiniteSets Folds Functions
        IsUndirectedGraph G node edge e a b IsLoopFreeUndirectedGraph UndirectedSubgraph H
        Path p Seq i Len SimplePath j AreConnectedIn m n ConnectedComponents IsCC S T
        IsStronglyConnected s t
        """.split()
    ),
    "VectorClocks": tuple(
        """
        VectorClocks Naturals Sequences Functions concurrent v1 v2 i j happenedBefore
        IsCausalOrder log clock Len Fill c D d vci vcj CausalOrder node domain newlog f
        Range
        """.split()
    ),
    "_Possible": tuple(
        """
        _Possible TLC TLCExt Naturals Sequences _Update Op val TLCSet TLCGetOrDefault _Track
        expr name old b _Merge a _Counts workers TLCGet n Len Fold i _CheckName counts
        PrintT _PrintCounts
        """.split()
    ),
    "_TLCTrace": tuple(
        """
        _TLCTrace TLC TLCExt Sequences Naturals _TLCTraceDeserialize absoluteFilename
        _TLCTraceSerialize val _TLCTraceFile _TLCTrace0 verbose CounterExample state trace
        ToTrace vars i counterexample PrintT _TLCTraceSilent _TLCTraceInputFile
        _TLCTraceFileDeserialized _TLCState level Trace _TLCTraceLassoTarget actions e
        _TLCTraceConstraint TLCGet dump pair v _TLCTraceView lassoTarget
        """.split()
    ),
}
