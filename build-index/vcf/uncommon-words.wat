;; Where words stand that are not the common one: the genotypes of rare variants among those of thousands of samples. See uncommon-words.ts.
;; Compiled by `npm run build-kernel` to uncommon-words-module.ts.
(module
  (memory (export "memory") 1)

  ;; Writes the numbers of those of four words that differ (lanes of -1), of which the first has the number `index`. Returns where the next
  ;; is to be written. Without branches: those of common variants differ as dice fall.
  (func $four (param $differ v128) (param $index i32) (param $to i32) (result i32)
    (i32.store (local.get $to) (local.get $index))
    (local.set $to (i32.sub (local.get $to) (i32.shl (i32x4.extract_lane 0 (local.get $differ)) (i32.const 2))))
    (i32.store (local.get $to) (i32.add (local.get $index) (i32.const 1)))
    (local.set $to (i32.sub (local.get $to) (i32.shl (i32x4.extract_lane 1 (local.get $differ)) (i32.const 2))))
    (i32.store (local.get $to) (i32.add (local.get $index) (i32.const 2)))
    (local.set $to (i32.sub (local.get $to) (i32.shl (i32x4.extract_lane 2 (local.get $differ)) (i32.const 2))))
    (i32.store (local.get $to) (i32.add (local.get $index) (i32.const 3)))
    (i32.sub (local.get $to) (i32.shl (i32x4.extract_lane 3 (local.get $differ)) (i32.const 2))))

  ;; Lists, from `to` on, the numbers of those of `count` words from `at` that are not `common`. Returns how many. Behind `count` numbers
  ;; there is room for one more.
  (func (export "list") (param $at i32) (param $count i32) (param $common i32) (param $to i32) (result i32)
    (local $index i32) (local $whole i32) (local $begin i32) (local $word v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $begin (local.get $to))
    (local.set $word (i32x4.splat (local.get $common)))
    (local.set $whole (i32.and (local.get $count) (i32.const -16)))
    (block $done
      (br_if $done (i32.eqz (local.get $whole)))
      (loop $step
        (local.set $a (i32x4.ne (v128.load (local.get $at)) (local.get $word)))
        (local.set $b (i32x4.ne (v128.load offset=16 (local.get $at)) (local.get $word)))
        (local.set $c (i32x4.ne (v128.load offset=32 (local.get $at)) (local.get $word)))
        (local.set $d (i32x4.ne (v128.load offset=48 (local.get $at)) (local.get $word)))
        (if (v128.any_true (v128.or (v128.or (local.get $a) (local.get $b)) (v128.or (local.get $c) (local.get $d))))
          (then
            (local.set $to (call $four (local.get $a) (local.get $index) (local.get $to)))
            (local.set $to (call $four (local.get $b) (i32.add (local.get $index) (i32.const 4)) (local.get $to)))
            (local.set $to (call $four (local.get $c) (i32.add (local.get $index) (i32.const 8)) (local.get $to)))
            (local.set $to (call $four (local.get $d) (i32.add (local.get $index) (i32.const 12)) (local.get $to)))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $step (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 16))) (local.get $whole)))))
    (block $none
      (loop $rest
        (br_if $none (i32.eq (local.get $index) (local.get $count)))
        (i32.store (local.get $to) (local.get $index))
        (local.set $to (i32.add (local.get $to) (i32.shl (i32.ne (i32.load (local.get $at)) (local.get $common)) (i32.const 2))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (local.set $index (i32.add (local.get $index) (i32.const 1)))
        (br $rest)))
    (i32.shr_u (i32.sub (local.get $to) (local.get $begin)) (i32.const 2)))
)
