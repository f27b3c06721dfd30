;; Counts pairs of one locus with the records of genotype blocks; window-screen.ts explains the counts.
;; Compiled by `npm run generate` to window-screen.wasm (for Workers) and window-screen-module.ts (for Node and Deno).
(module
  (memory (export "memory") 4)

  ;; Offsets and lengths of the selection of samples: set by `select`.
  (global $mask (mut i32) (i32.const 0))
  (global $packed (mut i32) (i32.const 0))
  (global $runs (mut i32) (i32.const 0))
  (global $runsEnd (mut i32) (i32.const 0))
  (global $plane (mut i32) (i32.const 0))
  (global $stored (mut i32) (i32.const 0))
  ;; Planes `any`, `hom` and `called` of the one locus, and of an unpacked locus.
  (global $one (mut i32) (i32.const 0))
  (global $row (mut i32) (i32.const 0))
  ;; Offset of the next varint.
  (global $cursor (mut i32) (i32.const 0))

  (func (export "select")
    (param $mask i32) (param $packed i32) (param $runs i32) (param $runsEnd i32) (param $plane i32) (param $stored i32)
      (param $one i32) (param $row i32)
    (global.set $mask (local.get $mask))
    (global.set $packed (local.get $packed))
    (global.set $runs (local.get $runs))
    (global.set $runsEnd (local.get $runsEnd))
    (global.set $plane (local.get $plane))
    (global.set $stored (local.get $stored))
    (global.set $one (local.get $one))
    (global.set $row (local.get $row)))

  (func $varint (result i32)
    (local $at i32) (local $byte i32) (local $value i32) (local $shift i32)
    (local.set $at (global.get $cursor))
    (loop $next
      (local.set $byte (i32.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $value (i32.or (local.get $value)
        (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $next (i32.ge_u (local.get $byte) (i32.const 128))))
    (global.set $cursor (local.get $at))
    (local.get $value))

  ;; Packed byte of a sample; -1 if its byte contains no selected sample.
  (func $packedByte (param $sample i32) (result i32)
    (if (result i32) (i32.lt_u (i32.shr_u (local.get $sample) (i32.const 3)) (global.get $stored))
      (then (i32.load (i32.add (global.get $packed)
        (i32.shl (i32.shr_u (local.get $sample) (i32.const 3)) (i32.const 2)))))
      (else (i32.const -1))))

  ;; Packs the stored plane at the cursor and moves the cursor behind it.
  (func $copyPlane (param $to i32)
    (local $run i32)
    (local.set $run (global.get $runs))
    (block $done
      (loop $next
        (br_if $done (i32.eq (local.get $run) (global.get $runsEnd)))
        (memory.copy (local.get $to) (i32.add (global.get $cursor) (i32.load (local.get $run)))
          (i32.load offset=4 (local.get $run)))
        (local.set $to (i32.add (local.get $to) (i32.load offset=4 (local.get $run))))
        (local.set $run (i32.add (local.get $run) (i32.const 8)))
        (br $next)))
    (global.set $cursor (i32.add (global.get $cursor) (global.get $stored))))

  (func $set (param $plane i32) (param $sample i32)
    (local $byte i32)
    (local.set $byte (call $packedByte (local.get $sample)))
    (if (i32.ge_s (local.get $byte) (i32.const 0))
      (then
        (local.set $byte (i32.add (local.get $plane) (local.get $byte)))
        (i32.store8 (local.get $byte)
          (i32.or (i32.load8_u (local.get $byte))
          (i32.shl (i32.const 1) (i32.and (local.get $sample) (i32.const 7))))))))

  ;; Sets the samples of the list at the cursor in a plane.
  (func $setList (param $plane i32)
    (local $left i32) (local $sample i32)
    (local.set $left (call $varint))
    (local.set $sample (i32.const -1))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $sample (i32.add (local.get $sample) (i32.add (call $varint) (i32.const 1))))
        (call $set (local.get $plane) (local.get $sample))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $next))))

  ;; Unpacks the row at the cursor into three planes; returns whether a selected sample lacks a genotype.
  (func $unpack (param $to i32) (result i32)
    (local $kind i32) (local $left i32) (local $haplotype i32) (local $hom i32) (local $called i32) (local $k i32)
    (local $first v128) (local $second v128) (local $mask v128) (local $missing v128) (local $lacking v128)
    (memory.fill (local.get $to) (i32.const 0) (i32.mul (global.get $plane) (i32.const 3)))
    (local.set $hom (i32.add (local.get $to) (global.get $plane)))
    (local.set $called (i32.add (local.get $hom) (global.get $plane)))
    (local.set $kind (i32.load8_u (global.get $cursor)))
    ;; First, planes of first and of second haplotypes; converted below to samples with one alternative allele or two,
    ;; and with two.
    (if (i32.and (local.get $kind) (i32.const 1))
      (then
        (global.set $cursor (i32.add (global.get $cursor) (i32.const 9)))
        (call $copyPlane (local.get $to))
        (call $copyPlane (local.get $hom)))
      (else
        (global.set $cursor (i32.add (global.get $cursor) (i32.const 1)))
        (local.set $left (call $varint))
        (local.set $haplotype (i32.const -1))
        (block $done
          (loop $carrier
            (br_if $done (i32.eqz (local.get $left)))
            (local.set $haplotype (i32.add (local.get $haplotype) (i32.add (call $varint) (i32.const 1))))
            (call $set
              (select (local.get $hom) (local.get $to) (i32.and (local.get $haplotype) (i32.const 1)))
              (i32.shr_u (local.get $haplotype) (i32.const 1)))
            (local.set $left (i32.sub (local.get $left) (i32.const 1)))
            (br $carrier)))))
    (if (i32.and (local.get $kind) (i32.const 4))
      (then (call $copyPlane (local.get $called))))
    (if (i32.and (local.get $kind) (i32.const 2))
      (then (call $setList (local.get $called))))
    ;; The mask removes samples that share a byte but are not selected. The plane of missing samples is inverted to
    ;; that of called ones.
    (loop $step
      (local.set $mask (v128.load (i32.add (global.get $mask) (local.get $k))))
      (local.set $missing (v128.load (i32.add (local.get $called) (local.get $k))))
      (local.set $lacking (v128.or (local.get $lacking) (v128.and (local.get $missing) (local.get $mask))))
      (v128.store (i32.add (local.get $called) (local.get $k)) (v128.andnot (local.get $mask) (local.get $missing)))
      (local.set $first (v128.load (i32.add (local.get $to) (local.get $k))))
      (local.set $second (v128.load (i32.add (local.get $hom) (local.get $k))))
      (v128.store (i32.add (local.get $to) (local.get $k))
        (v128.and (local.get $mask) (v128.or (local.get $first) (local.get $second))))
      (v128.store (i32.add (local.get $hom) (local.get $k))
        (v128.and (local.get $mask) (v128.and (local.get $first) (local.get $second))))
      (br_if $step (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (global.get $plane))))
    (v128.any_true (local.get $lacking)))

  ;; Unpacks the row at `at` as the one locus.
  (func (export "unpackOne") (param $at i32) (result i32)
    (global.set $cursor (local.get $at))
    (call $unpack (global.get $one)))

  ;; Adds the number of bits of each 32-bit lane to a sum.
  (func $count (param $sums v128) (param $bits v128) (result v128)
    (i32x4.add (local.get $sums)
      (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (local.get $bits))))))

  (func $total (param $sums v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
      (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))

  ;; Number of bits set in a plane.
  (func (export "ones") (param $at i32) (result i32)
    (local $k i32) (local $sums v128)
    (loop $step
      (local.set $sums (call $count (local.get $sums) (v128.load (i32.add (local.get $at) (local.get $k)))))
      (br_if $step (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (global.get $plane))))
    (call $total (local.get $sums)))

  ;; Writes the pair's counts to `out` if its r² may be at least `floor`; returns the offset for the next pair.
  (func $put
    (param $out i32) (param $index i32) (param $altAlt i32) (param $doubleHet i32) (param $altA i32) (param $altB i32)
      (param $n i32) (param $floor f64) (result i32)
    (local $d f64) (local $e f64) (local $variance f64)
    (local.set $variance (f64.mul
      (f64.mul (f64.convert_i32_s (local.get $altA)) (f64.convert_i32_s (i32.sub (local.get $n) (local.get $altA))))
      (f64.mul (f64.convert_i32_s (local.get $altB)) (f64.convert_i32_s (i32.sub (local.get $n) (local.get $altB))))))
    (local.set $d (f64.sub
      (f64.mul (f64.convert_i32_s (local.get $n)) (f64.convert_i32_s (local.get $altAlt)))
      (f64.mul (f64.convert_i32_s (local.get $altA)) (f64.convert_i32_s (local.get $altB)))))
    (local.set $e (f64.add (local.get $d)
      (f64.mul (f64.convert_i32_s (local.get $n)) (f64.convert_i32_s (local.get $doubleHet)))))
    (if (result i32)
      (i32.and
        (f64.gt (local.get $variance) (f64.const 0))
        (f64.ge
          (f64.max (f64.mul (local.get $d) (local.get $d)) (f64.mul (local.get $e) (local.get $e)))
          (f64.mul (local.get $floor) (local.get $variance))))
      (then
        (i32.store offset=0 (local.get $out) (local.get $index))
        (i32.store offset=4 (local.get $out) (local.get $altAlt))
        (i32.store offset=8 (local.get $out) (local.get $doubleHet))
        (i32.store offset=12 (local.get $out) (local.get $altA))
        (i32.store offset=16 (local.get $out) (local.get $altB))
        (i32.store offset=20 (local.get $out) (local.get $n))
        (i32.add (local.get $out) (i32.const 24)))
      (else (local.get $out))))

  ;; Counts the list of `left` haplotypes at the cursor with the one, without unpacking it. A second haplotype of the
  ;; same sample turns the sample from heterozygous to homozygous.
  (func $putList (param $left i32) (param $out i32) (param $index i32) (param $altA i32) (param $n i32)
    (param $floor f64) (result i32)
    (local $haplotype i32) (local $sample i32) (local $before i32) (local $byte i32) (local $bit i32) (local $any i32)
      (local $hom i32)
    (local $altAlt i32) (local $doubleHet i32) (local $altB i32)
    (local.set $haplotype (i32.const -1))
    (local.set $sample (i32.const -1))
    (block $done
      (loop $carrier
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (local.set $haplotype (i32.add (local.get $haplotype) (i32.add (call $varint) (i32.const 1))))
        (local.set $before (local.get $sample))
        (local.set $sample (i32.shr_u (local.get $haplotype) (i32.const 1)))
        (local.set $byte (call $packedByte (local.get $sample)))
        (br_if $carrier (i32.lt_s (local.get $byte) (i32.const 0)))
        (local.set $bit (i32.and (local.get $sample) (i32.const 7)))
        (local.set $byte (i32.add (global.get $one) (local.get $byte)))
        (local.set $any (i32.and (i32.const 1) (i32.shr_u (i32.load8_u (local.get $byte)) (local.get $bit))))
        (local.set $byte (i32.add (local.get $byte) (global.get $plane)))
        (local.set $hom (i32.and (i32.const 1) (i32.shr_u (i32.load8_u (local.get $byte)) (local.get $bit))))
        (local.set $byte (i32.add (local.get $byte) (global.get $plane)))
        (br_if $carrier (i32.eqz (i32.and (i32.const 1) (i32.shr_u (i32.load8_u (local.get $byte)) (local.get $bit)))))
        (local.set $altB (i32.add (local.get $altB) (i32.const 1)))
        (if (i32.eq (local.get $sample) (local.get $before))
          (then
            (local.set $altAlt (i32.add (local.get $altAlt) (local.get $any)))
            (local.set $doubleHet (i32.sub (local.get $doubleHet) (i32.xor (local.get $any) (local.get $hom)))))
          (else
            (local.set $altAlt (i32.add (local.get $altAlt) (local.get $hom)))
            (local.set $doubleHet (i32.add (local.get $doubleHet) (i32.xor (local.get $any) (local.get $hom))))))
        (br $carrier)))
    (call $put (local.get $out) (local.get $index) (local.get $altAlt) (local.get $doubleHet) (local.get $altA)
      (local.get $altB) (local.get $n) (local.get $floor)))

  ;; Unpacks the row at the cursor and counts it with the one.
  (func $putPlanes (param $out i32) (param $index i32) (param $floor f64) (result i32)
    (local $a i32) (local $b i32) (local $k i32)
    (local $altAlt v128) (local $doubleHet v128) (local $altA v128) (local $altB v128) (local $both v128)
    (local $anyA v128) (local $homA v128) (local $calledA v128) (local $anyB v128) (local $homB v128)
      (local $calledB v128)
    (drop (call $unpack (global.get $row)))
    (loop $step
      (local.set $a (i32.add (global.get $one) (local.get $k)))
      (local.set $b (i32.add (global.get $row) (local.get $k)))
      (local.set $anyA (v128.load (local.get $a)))
      (local.set $anyB (v128.load (local.get $b)))
      (local.set $homA (v128.load (local.tee $a (i32.add (local.get $a) (global.get $plane)))))
      (local.set $homB (v128.load (local.tee $b (i32.add (local.get $b) (global.get $plane)))))
      (local.set $calledA (v128.load (i32.add (local.get $a) (global.get $plane))))
      (local.set $calledB (v128.load (i32.add (local.get $b) (global.get $plane))))
      (local.set $altAlt (call $count (call $count (local.get $altAlt) (v128.and (local.get $homA) (local.get $anyB)))
        (v128.and (local.get $anyA) (local.get $homB))))
      (local.set $doubleHet (call $count (local.get $doubleHet)
        (v128.and (v128.xor (local.get $anyA) (local.get $homA)) (v128.xor (local.get $anyB) (local.get $homB)))))
      (local.set $altA (call $count (call $count (local.get $altA) (v128.and (local.get $anyA) (local.get $calledB)))
        (v128.and (local.get $homA) (local.get $calledB))))
      (local.set $altB (call $count (call $count (local.get $altB) (v128.and (local.get $anyB) (local.get $calledA)))
        (v128.and (local.get $homB) (local.get $calledA))))
      (local.set $both (call $count (local.get $both) (v128.and (local.get $calledA) (local.get $calledB))))
      (br_if $step (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (global.get $plane))))
    (call $put (local.get $out) (local.get $index) (call $total (local.get $altAlt))
      (call $total (local.get $doubleHet))
      (call $total (local.get $altA)) (call $total (local.get $altB))
        (i32.shl (call $total (local.get $both)) (i32.const 1)) (local.get $floor)))

  ;; Counts records [from, to) of the block with the one, which has altA alternative alleles of n. Skips a record unless
  ;; the number of its rarer alleles among `all` is from least to most, or it lacks genotypes. Returns the number of
  ;; survivors at out.
  (func (export "screen")
    (param $block i32) (param $from i32) (param $to i32) (param $altA i32) (param $n i32) (param $least i32)
      (param $most i32) (param $all i32)
    (param $floor f64) (param $out i32) (result i32)
    (local $next i32) (local $row i32) (local $kind i32) (local $listed i32) (local $alternatives i32)
    (local.set $next (local.get $out))
    (block $done
      (loop $record
        (br_if $done (i32.ge_u (local.get $from) (local.get $to)))
        ;; head of the block (8), starts of its records (4 each); position (4), name, genotypes
        (global.set $cursor (i32.add (i32.const 4) (i32.add (local.get $block)
          (i32.load offset=8 (i32.add (local.get $block) (i32.shl (local.get $from) (i32.const 2)))))))
        (local.set $row (call $varint))
        (local.set $row (i32.add (local.get $row) (global.get $cursor)))
        (local.set $kind (i32.load8_u (local.get $row)))
        (global.set $cursor (i32.add (local.get $row) (i32.const 1)))
        (if (i32.and (local.get $kind) (i32.const 1))
          (then (local.set $listed (i32.load align=1 (global.get $cursor))))
          (else (local.set $listed (call $varint))))
        (local.set $alternatives (local.get $listed))
        (if (i32.gt_u (local.get $alternatives) (i32.sub (local.get $all) (local.get $alternatives)))
          (then (local.set $alternatives (i32.sub (local.get $all) (local.get $alternatives)))))
        (if (i32.or
              (i32.ne (i32.and (local.get $kind) (i32.const 6)) (i32.const 0))
              (i32.and (i32.ge_u (local.get $alternatives) (local.get $least))
                (i32.le_u (local.get $alternatives) (local.get $most))))
          (then
            (if (i32.eqz (local.get $kind))
              (then (local.set $next
                (call $putList (local.get $listed) (local.get $next) (local.get $from) (local.get $altA) (local.get $n)
                (local.get $floor))))
              (else
                (global.set $cursor (local.get $row))
                (local.set $next (call $putPlanes (local.get $next) (local.get $from) (local.get $floor)))))))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (br $record)))
    (i32.div_u (i32.sub (local.get $next) (local.get $out)) (i32.const 24)))
)
