;; Unpacks genotypes to the block that they were packed from. For both formats see packed-genotypes.ts; for why this is
;; not JavaScript see genotype-unpacking.ts. `npm run generate` compiles it to genotype-unpacking.wasm (for Workers) and
;; genotype-unpacking-module.ts (for other runtimes).
(module
  (memory (export "memory") 6)

  ;; Positions of the next read and the next write.
  (global $cursor (mut i32) (i32.const 0))
  (global $to (mut i32) (i32.const 0))
  ;; Bytes of a plane.
  (global $plane (mut i32) (i32.const 0))
  ;; Positions of planes in the block: words from $bases up to $basesEnd.
  (global $bases (mut i32) (i32.const 0))
  (global $basesEnd (mut i32) (i32.const 0))
  (global $blockEnd (mut i32) (i32.const 0))

  (func $varint (result i64)
    (local $at i32) (local $byte i64) (local $value i64) (local $shift i64)
    (local.set $at (global.get $cursor))
    (loop $next
      (local.set $byte (i64.load8_u (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $value (i64.or (local.get $value)
        (i64.shl (i64.and (local.get $byte) (i64.const 127)) (local.get $shift))))
      (local.set $shift (i64.add (local.get $shift) (i64.const 7)))
      (br_if $next (i64.ge_u (local.get $byte) (i64.const 128))))
    (global.set $cursor (local.get $at))
    (local.get $value))

  ;; Writes a value below 2^32.
  (func $word (result i32)
    (local $byte i32)
    (local.set $byte (i32.load8_u (global.get $cursor)))
    (if (result i32) (i32.lt_u (local.get $byte) (i32.const 128))
      (then
        (global.set $cursor (i32.add (global.get $cursor) (i32.const 1)))
        (local.get $byte))
      (else (i32.wrap_i64 (call $varint)))))

  (func $putVarint (param $value i32)
    (loop $more
      (if (i32.ge_u (local.get $value) (i32.const 128))
        (then
          (i32.store8 (global.get $to) (i32.or (local.get $value) (i32.const 128)))
          (global.set $to (i32.add (global.get $to) (i32.const 1)))
          (local.set $value (i32.shr_u (local.get $value) (i32.const 7)))
          (br $more))))
    (i32.store8 (global.get $to) (local.get $value))
    (global.set $to (i32.add (global.get $to) (i32.const 1))))

  ;; Copies eight bytes per step: the up to seven bytes in excess are overwritten by the next write.
  (func $put (param $from i32) (param $length i32)
    (local $to i32)
    (local.set $to (global.get $to))
    (global.set $to (i32.add (local.get $to) (local.get $length)))
    (block $done
      (br_if $done (i32.ge_u (local.get $to) (global.get $to)))
      (loop $step
        (i64.store align=1 (local.get $to) (i64.load align=1 (local.get $from)))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br_if $step (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 8))) (global.get $to))))))

  ;; Writes a name of a stem and a number (-1: none), preceded by its length.
  (func $putName (param $stem i32) (param $stemLength i32) (param $number i64)
    (local $digits i32) (local $rest i64) (local $at i32)
    (if (i64.ge_s (local.get $number) (i64.const 0))
      (then
        (local.set $rest (local.get $number))
        (loop $digit
          (local.set $digits (i32.add (local.get $digits) (i32.const 1)))
          (local.set $rest (i64.div_u (local.get $rest) (i64.const 10)))
          (br_if $digit (i64.ne (local.get $rest) (i64.const 0))))))
    (call $putVarint (i32.add (local.get $stemLength) (local.get $digits)))
    (call $put (local.get $stem) (local.get $stemLength))
    (global.set $to (local.tee $at (i32.add (global.get $to) (local.get $digits))))
    (block $done
      (loop $digit
        (br_if $done (i32.eqz (local.get $digits)))
        (local.set $rest (i64.div_u (local.get $number) (i64.const 10)))
        (local.set $at (i32.sub (local.get $at) (i32.const 1)))
        (i32.store8 (local.get $at)
          (i32.add (i32.const 48)
          (i32.wrap_i64 (i64.sub (local.get $number) (i64.mul (local.get $rest) (i64.const 10))))))
        (local.set $number (local.get $rest))
        (local.set $digits (i32.sub (local.get $digits) (i32.const 1)))
        (br $digit))))

  (func $addBase (param $planes i32)
    (i32.store (global.get $basesEnd) (local.get $planes))
    (global.set $basesEnd (i32.add (global.get $basesEnd) (i32.const 4))))

  ;; Counts the varints up to a position by the bytes that end one.
  (func $countVarints (param $at i32) (param $end i32) (result i32)
    (local $count i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $count (i32.add (local.get $count) (i32.lt_u (i32.load8_u (local.get $at)) (i32.const 128))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (local.get $count))

  ;; Writes a row of planes from the differences to their base, from the cursor up to $end. Returns 0 for damaged bytes.
  (func $putPlanes (param $kind i32) (param $end i32) (result i32)
    (local $row i32) (local $planes i32) (local $size i32) (local $base i32) (local $bit i32) (local $byte i32)
      (local $turned i32) (local $alternatives i32)
    (local.set $row (global.get $to))
    (local.set $planes (i32.add (local.get $row) (i32.const 9)))
    (local.set $size (i32.shl (global.get $plane) (i32.const 1)))
    (if (i32.gt_u (i32.add (local.get $planes) (local.get $size)) (global.get $blockEnd)) (then (return (i32.const 0))))
    (local.set $base (call $word))
    (if (i32.gt_u (local.get $base) (i32.shr_u (i32.sub (global.get $basesEnd) (global.get $bases)) (i32.const 2)))
      (then (return (i32.const 0))))
    (if (local.get $base)
      (then
        (local.set $base (i32.load (i32.sub (global.get $basesEnd) (i32.shl (local.get $base) (i32.const 2)))))
        (local.set $alternatives (i32.load align=1 (i32.sub (local.get $base) (i32.const 8))))
        (memory.copy (local.get $planes) (local.get $base) (local.get $size)))
      (else (memory.fill (local.get $planes) (i32.const 0) (local.get $size))))
    (local.set $bit (i32.const -1))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (global.get $cursor) (local.get $end)))
        (local.set $bit (i32.add (local.get $bit) (i32.add (call $word) (i32.const 1))))
        (if (i32.ge_u (local.get $bit) (i32.shl (local.get $size) (i32.const 3))) (then (return (i32.const 0))))
        (local.set $byte (i32.add (local.get $planes) (i32.shr_u (local.get $bit) (i32.const 3))))
        (local.set $turned (i32.xor (i32.load8_u (local.get $byte))
          (i32.shl (i32.const 1) (i32.and (local.get $bit) (i32.const 7)))))
        (i32.store8 (local.get $byte) (local.get $turned))
        ;; One more if the bit is set now, else one fewer.
        (local.set $alternatives (i32.add (local.get $alternatives) (i32.sub
          (i32.and (i32.const 2)
            (i32.shl (i32.shr_u (local.get $turned) (i32.and (local.get $bit) (i32.const 7))) (i32.const 1)))
          (i32.const 1))))
        (br $next)))
    (i32.store8 (local.get $row) (local.get $kind))
    (i32.store offset=1 align=1 (local.get $row) (local.get $alternatives))
    (i32.store offset=5 align=1 (local.get $row) (global.get $plane))
    (call $addBase (local.get $planes))
    (global.set $to (i32.add (local.get $planes) (local.get $size)))
    (i32.const 1))

  ;; Writes the row of a form, from the cursor up to $end. Returns 0 for damaged bytes.
  (func $putRow (param $form i32) (param $end i32) (result i32)
    (local $kind i32) (local $told i32)
    (if (i32.eqz (local.get $form)) (then
      (i32.store8 (global.get $to) (i32.const 0))
      (global.set $to (i32.add (global.get $to) (i32.const 1)))
      (call $putVarint (call $countVarints (global.get $cursor) (local.get $end)))
      (call $put (global.get $cursor) (i32.sub (local.get $end) (global.get $cursor)))
      (return (i32.const 1))))
    (if (i32.eq (local.get $form) (i32.const 1)) (then (return (call $putPlanes (i32.const 1) (local.get $end)))))
    (if (i32.eq (local.get $form) (i32.const 2)) (then
      (if (i32.and (i32.load8_u (global.get $cursor)) (i32.const 1))
        (then (call $addBase (i32.add (global.get $to) (i32.const 9)))))
      (call $put (global.get $cursor) (i32.sub (local.get $end) (global.get $cursor)))
      (return (i32.const 1))))
    (local.set $kind (i32.load8_u (global.get $cursor)))
    (global.set $cursor (i32.add (global.get $cursor) (i32.const 1)))
    (local.set $told (call $word))
    (local.set $told (i32.add (global.get $cursor) (local.get $told)))
    (if (i32.gt_u (local.get $told) (local.get $end)) (then (return (i32.const 0))))
    (if (i32.eqz (call $putPlanes (local.get $kind) (local.get $told))) (then (return (i32.const 0))))
    (call $put (local.get $told) (i32.sub (local.get $end) (local.get $told)))
    (i32.const 1))

  ;; Unpacks the bytes from $packed up to $end to the block from $block up to $blockEnd. From $bases on, the memory has
  ;; a word for each record. Returns 0 for damaged bytes, which may also cause a trap.
  (func (export "unpack") (param $packed i32) (param $end i32) (param $bases i32) (param $block i32)
    (param $blockEnd i32) (result i32)
    (local $left i32) (local $start i32) (local $position i32) (local $stem i32) (local $stemLength i32)
      (local $number i64) (local $value i64)
    (local $from i32) (local $length i32) (local $head i32) (local $rowEnd i32)
    (global.set $bases (local.get $bases))
    (global.set $basesEnd (local.get $bases))
    (global.set $blockEnd (local.get $blockEnd))
    (global.set $plane (i32.load offset=12 (local.get $packed)))
    (local.set $left (i32.load offset=4 (local.get $packed)))
    (i64.store (local.get $block) (i64.load (local.get $packed)))
    (local.set $start (i32.add (local.get $block) (i32.const 8)))
    (global.set $to (i32.add (local.get $start) (i32.shl (i32.add (local.get $left) (i32.const 1)) (i32.const 2))))
    (global.set $cursor (i32.add (local.get $packed) (i32.const 16)))
    (block $done
      (loop $record
        (i32.store (local.get $start) (i32.sub (global.get $to) (local.get $block)))
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $position (i32.add (local.get $position) (call $word)))
        (i32.store align=1 (global.get $to) (local.get $position))
        (global.set $to (i32.add (global.get $to) (i32.const 4)))
        (local.set $value (call $varint))
        (if (i64.ne (local.get $value) (i64.const 0))
          (then
            ;; Zigzag: odd values are negative.
            (local.set $value (i64.sub (local.get $value) (i64.const 1)))
            (local.set $number (i64.add (local.get $number)
              (i64.xor (i64.shr_u (local.get $value) (i64.const 1))
                (i64.sub (i64.const 0) (i64.and (local.get $value) (i64.const 1))))))
            (if (i64.lt_s (local.get $number) (i64.const 0)) (then (return (i32.const 0))))
            (call $putName (local.get $stem) (local.get $stemLength) (local.get $number)))
          (else
            (local.set $length (call $word))
            (local.set $from (global.get $cursor))
            (global.set $cursor (i32.add (local.get $from) (local.get $length)))
            (if (i32.gt_u (global.get $cursor) (local.get $end)) (then (return (i32.const 0))))
            (local.set $value (i64.sub (call $varint) (i64.const 1)))
            (call $putName (local.get $from) (local.get $length) (local.get $value))
            (if (i64.ge_s (local.get $value) (i64.const 0)) (then
              (local.set $stem (local.get $from))
              (local.set $stemLength (local.get $length))
              (local.set $number (local.get $value))))))
        (local.set $head (call $word))
        (local.set $rowEnd (i32.add (global.get $cursor) (i32.shr_u (local.get $head) (i32.const 2))))
        (if (i32.gt_u (local.get $rowEnd) (local.get $end)) (then (return (i32.const 0))))
        (if (i32.eqz (call $putRow (i32.and (local.get $head) (i32.const 3)) (local.get $rowEnd)))
          (then (return (i32.const 0))))
        (if (i32.gt_u (global.get $to) (local.get $blockEnd)) (then (return (i32.const 0))))
        (global.set $cursor (local.get $rowEnd))
        (local.set $start (i32.add (local.get $start) (i32.const 4)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $record)))
    (i32.and (i32.eq (global.get $cursor) (local.get $end)) (i32.eq (global.get $to) (local.get $blockEnd))))
)
