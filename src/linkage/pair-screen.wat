;; Counts pairs of one locus with many; pair-screen.ts explains the counts.
;; Compiled by `npm run generate` to pair-screen.wasm (for Workers) and pair-screen-module.ts (for Node and Deno).
(module
  (import "host" "memory" (memory 1))

  ;; Adds the sixteen bytes of popcounts to four 32-bit sums.
  (func $widen (param $sums v128) (param $bytes v128) (result v128)
    (i32x4.add (local.get $sums)
      (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $bytes)))))

  (func $total (param $sums v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
      (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))

  ;; Number of bits set in `length` bytes.
  (func (export "ones") (param $at i32) (param $length i32) (result i32)
    (local $end i32) (local $sums v128)
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    (loop $next
      (local.set $sums (call $widen (local.get $sums) (i8x16.popcnt (v128.load (local.get $at)))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
    (call $total (local.get $sums)))

  ;; Loci with a genotype of every sample. Survivors: index, altAlt, doubleHet (three i32 each).
  (func (export "screen")
    (param $a i32) (param $het i32) (param $b i32) (param $stride i32) (param $plane i32) (param $count i32)
    (param $alts i32) (param $altA f64) (param $n f64) (param $floor f64) (param $out i32) (result i32)
    (local $index i32) (local $found i32) (local $k i32) (local $end i32)
    (local $s v128) (local $x v128) (local $sb v128) (local $xb v128) (local $any v128) (local $hom v128)
    (local $altB f64) (local $d f64) (local $e f64) (local $altAlt i32) (local $doubleHet i32)
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $locus
        (local.set $altAlt (i32.const 0))
        (local.set $doubleHet (i32.const 0))
        ;; Most rare loci share no carrier with the one: skip them.
        (local.set $k (i32.const 0))
        (local.set $sb (v128.const i32x4 0 0 0 0))
        (loop $shared
          (local.set $sb (v128.or (local.get $sb) (v128.and
            (v128.load (i32.add (local.get $a) (local.get $k))) (v128.load (i32.add (local.get $b) (local.get $k))))))
          (br_if $shared (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (local.get $plane))))
        (if (v128.any_true (local.get $sb))
          (then
            (local.set $s (v128.const i32x4 0 0 0 0))
            (local.set $x (v128.const i32x4 0 0 0 0))
            (local.set $k (i32.const 0))
            (loop $part
              ;; A byte of $sb grows by up to 16 a step: fifteen steps fit.
              (local.set $end (i32.add (local.get $k) (i32.const 240)))
              (if (i32.gt_u (local.get $end) (local.get $plane)) (then (local.set $end (local.get $plane))))
              (local.set $sb (v128.const i32x4 0 0 0 0))
              (local.set $xb (v128.const i32x4 0 0 0 0))
              (loop $step
                (local.set $any (v128.load (i32.add (local.get $b) (local.get $k))))
                (local.set $hom (v128.load (i32.add (i32.add (local.get $b) (local.get $plane)) (local.get $k))))
                (local.set $sb (i8x16.add (local.get $sb) (i8x16.add
                  (i8x16.popcnt (v128.and
                    (v128.load (i32.add (i32.add (local.get $a) (local.get $plane)) (local.get $k))) (local.get $any)))
                  (i8x16.popcnt (v128.and (v128.load (i32.add (local.get $a) (local.get $k))) (local.get $hom))))))
                (local.set $xb (i8x16.add (local.get $xb)
                  (i8x16.popcnt (v128.and (v128.load (i32.add (local.get $het) (local.get $k)))
                    (v128.xor (local.get $any) (local.get $hom))))))
                (br_if $step (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (local.get $end))))
              (local.set $s (call $widen (local.get $s) (local.get $sb)))
              (local.set $x (call $widen (local.get $x) (local.get $xb)))
              (br_if $part (i32.lt_u (local.get $k) (local.get $plane))))
            (local.set $altAlt (call $total (local.get $s)))
            (local.set $doubleHet (call $total (local.get $x)))))
        (local.set $altB (f64.load (local.get $alts)))
        (local.set $d (f64.sub
          (f64.mul (local.get $n) (f64.convert_i32_s (local.get $altAlt)))
          (f64.mul (local.get $altA) (local.get $altB))))
        (local.set $e (f64.add (local.get $d) (f64.mul (local.get $n) (f64.convert_i32_s (local.get $doubleHet)))))
        (if (f64.ge
              (f64.max (f64.mul (local.get $d) (local.get $d)) (f64.mul (local.get $e) (local.get $e)))
              (f64.mul (local.get $floor) (f64.mul (local.get $altB) (f64.sub (local.get $n) (local.get $altB)))))
          (then
            (i32.store offset=0 (local.get $out) (local.get $index))
            (i32.store offset=4 (local.get $out) (local.get $altAlt))
            (i32.store offset=8 (local.get $out) (local.get $doubleHet))
            (local.set $out (i32.add (local.get $out) (i32.const 12)))
            (local.set $found (i32.add (local.get $found) (i32.const 1)))))
        (local.set $b (i32.add (local.get $b) (local.get $stride)))
        (local.set $alts (i32.add (local.get $alts) (i32.const 8)))
        (br_if $locus (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1))) (local.get $count)))))
    (local.get $found))

  ;; Loci with missing genotypes; a third plane has the samples with a genotype. $floor is the least r² itself.
  ;; Survivors: index, altAlt, doubleHet, altA, altB, haplotypes (six i32 each).
  (func (export "screenCalled")
    (param $a i32) (param $het i32) (param $b i32) (param $stride i32) (param $plane i32) (param $count i32)
    (param $floor f64) (param $out i32) (result i32)
    (local $index i32) (local $found i32) (local $k i32) (local $end i32)
    (local $s v128) (local $x v128) (local $p v128) (local $q v128) (local $v v128)
    (local $sb v128) (local $xb v128) (local $pb v128) (local $qb v128) (local $vb v128)
    (local $anyA v128) (local $homA v128) (local $calledA v128) (local $any v128) (local $hom v128) (local $called v128)
    (local $altA f64) (local $altB f64) (local $n f64) (local $d f64) (local $e f64) (local $variance f64)
    (local $altAlt i32) (local $doubleHet i32)
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $locus
        (local.set $s (v128.const i32x4 0 0 0 0))
        (local.set $x (v128.const i32x4 0 0 0 0))
        (local.set $p (v128.const i32x4 0 0 0 0))
        (local.set $q (v128.const i32x4 0 0 0 0))
        (local.set $v (v128.const i32x4 0 0 0 0))
        (local.set $k (i32.const 0))
        (loop $part
          (local.set $end (i32.add (local.get $k) (i32.const 240)))
          (if (i32.gt_u (local.get $end) (local.get $plane)) (then (local.set $end (local.get $plane))))
          (local.set $sb (v128.const i32x4 0 0 0 0))
          (local.set $xb (v128.const i32x4 0 0 0 0))
          (local.set $pb (v128.const i32x4 0 0 0 0))
          (local.set $qb (v128.const i32x4 0 0 0 0))
          (local.set $vb (v128.const i32x4 0 0 0 0))
          (loop $step
            (local.set $anyA (v128.load (i32.add (local.get $a) (local.get $k))))
            (local.set $homA (v128.load (i32.add (i32.add (local.get $a) (local.get $plane)) (local.get $k))))
            (local.set $calledA (v128.load
              (i32.add (i32.add (local.get $a) (i32.shl (local.get $plane) (i32.const 1))) (local.get $k))))
            (local.set $any (v128.load (i32.add (local.get $b) (local.get $k))))
            (local.set $hom (v128.load (i32.add (i32.add (local.get $b) (local.get $plane)) (local.get $k))))
            (local.set $called (v128.load
              (i32.add (i32.add (local.get $b) (i32.shl (local.get $plane) (i32.const 1))) (local.get $k))))
            (local.set $sb (i8x16.add (local.get $sb) (i8x16.add
              (i8x16.popcnt (v128.and (local.get $homA) (local.get $any)))
              (i8x16.popcnt (v128.and (local.get $anyA) (local.get $hom))))))
            (local.set $pb (i8x16.add (local.get $pb) (i8x16.add
              (i8x16.popcnt (v128.and (local.get $anyA) (local.get $called)))
              (i8x16.popcnt (v128.and (local.get $homA) (local.get $called))))))
            (local.set $qb (i8x16.add (local.get $qb) (i8x16.add
              (i8x16.popcnt (v128.and (local.get $calledA) (local.get $any)))
              (i8x16.popcnt (v128.and (local.get $calledA) (local.get $hom))))))
            (local.set $xb (i8x16.add (local.get $xb)
              (i8x16.popcnt (v128.and (v128.load (i32.add (local.get $het) (local.get $k)))
                (v128.xor (local.get $any) (local.get $hom))))))
            (local.set $vb (i8x16.add (local.get $vb)
              (i8x16.popcnt (v128.and (local.get $calledA) (local.get $called)))))
            (br_if $step (i32.lt_u (local.tee $k (i32.add (local.get $k) (i32.const 16))) (local.get $end))))
          (local.set $s (call $widen (local.get $s) (local.get $sb)))
          (local.set $x (call $widen (local.get $x) (local.get $xb)))
          (local.set $p (call $widen (local.get $p) (local.get $pb)))
          (local.set $q (call $widen (local.get $q) (local.get $qb)))
          (local.set $v (call $widen (local.get $v) (local.get $vb)))
          (br_if $part (i32.lt_u (local.get $k) (local.get $plane))))
        (local.set $altAlt (call $total (local.get $s)))
        (local.set $doubleHet (call $total (local.get $x)))
        (local.set $altA (f64.convert_i32_s (call $total (local.get $p))))
        (local.set $altB (f64.convert_i32_s (call $total (local.get $q))))
        (local.set $n (f64.convert_i32_s (i32.shl (call $total (local.get $v)) (i32.const 1))))
        (local.set $variance (f64.mul
          (f64.mul (local.get $altA) (f64.sub (local.get $n) (local.get $altA)))
          (f64.mul (local.get $altB) (f64.sub (local.get $n) (local.get $altB)))))
        (local.set $d (f64.sub
          (f64.mul (local.get $n) (f64.convert_i32_s (local.get $altAlt)))
          (f64.mul (local.get $altA) (local.get $altB))))
        (local.set $e (f64.add (local.get $d) (f64.mul (local.get $n) (f64.convert_i32_s (local.get $doubleHet)))))
        (if (i32.and
              (f64.gt (local.get $variance) (f64.const 0))
              (f64.ge
                (f64.max (f64.mul (local.get $d) (local.get $d)) (f64.mul (local.get $e) (local.get $e)))
                (f64.mul (local.get $floor) (local.get $variance))))
          (then
            (i32.store offset=0 (local.get $out) (local.get $index))
            (i32.store offset=4 (local.get $out) (local.get $altAlt))
            (i32.store offset=8 (local.get $out) (local.get $doubleHet))
            (i32.store offset=12 (local.get $out) (i32.trunc_f64_s (local.get $altA)))
            (i32.store offset=16 (local.get $out) (i32.trunc_f64_s (local.get $altB)))
            (i32.store offset=20 (local.get $out) (i32.trunc_f64_s (local.get $n)))
            (local.set $out (i32.add (local.get $out) (i32.const 24)))
            (local.set $found (i32.add (local.get $found) (i32.const 1)))))
        (local.set $b (i32.add (local.get $b) (local.get $stride)))
        (br_if $locus (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 1))) (local.get $count)))))
    (local.get $found))
)
