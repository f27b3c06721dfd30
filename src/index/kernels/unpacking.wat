;; Unpacks records to the block that they were packed from. For both formats see packed-records.ts; for why this is not
;; JavaScript see unpacking.ts. `npm run generate` compiles it to unpacking.wasm (for Workers) and unpacking-module.ts
;; (for other runtimes).
(module
  ;; 0: lists of words | $packedAt: packed records | $blockAt: the block. Copies overrun $blockEnd by less than eight
  ;; bytes.
  (memory (export "memory") 4)
  (global $packedAt (mut i32) (i32.const 0))
  (global $blockAt (mut i32) (i32.const 0))
  (global $blockEnd (mut i32) (i32.const 0))

  ;; Reads varints from $at on as words to $to, up to $toEnd. Returns the position after them; 0 if they exceed
  ;; $end or a value exceeds a word.
  (func $readList (param $at i32) (param $end i32) (param $to i32) (param $toEnd i32) (result i32)
    (local $byte i32) (local $value i32) (local $shift i32)
    (block $done
      (br_if $done (i32.eq (local.get $to) (local.get $toEnd)))
      (loop $next
        (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
        (local.set $value (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.ge_u (local.get $value) (i32.const 128)) (then
          (local.set $value (i32.and (local.get $value) (i32.const 127)))
          (local.set $shift (i32.const 7))
          (loop $more
            (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
            (local.set $byte (i32.load8_u (local.get $at)))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            ;; The fifth byte has room for four bits, and is the last.
            (if (i32.and (i32.eq (local.get $shift) (i32.const 28)) (i32.gt_u (local.get $byte) (i32.const 15)))
              (then (return (i32.const 0))))
            (local.set $value (i32.or (local.get $value)
              (i32.shl (i32.and (local.get $byte) (i32.const 127)) (local.get $shift))))
            (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
            (br_if $more (i32.ge_u (local.get $byte) (i32.const 128))))))
        (i32.store (local.get $to) (local.get $value))
        (br_if $next (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 4))) (local.get $toEnd)))))
    (local.get $at))

  ;; Sum of words of at most $most each; 0xFFFFFFFF if one is greater.
  (func $sum (param $at i32) (param $end i32) (param $most i32) (result i32)
    (local $sum i32) (local $word i32)
    (block $done
      (br_if $done (i32.eq (local.get $at) (local.get $end)))
      (loop $next
        (local.set $word (i32.load (local.get $at)))
        (if (i32.gt_u (local.get $word) (local.get $most)) (then (return (i32.const -1))))
        (local.set $sum (i32.add (local.get $sum) (local.get $word)))
        (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $end)))))
    (local.get $sum))

  ;; Copies eight bytes per step: the up to seven bytes in excess are overwritten by the next write.
  (func $copy (param $from i32) (param $to i32) (param $length i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $to) (local.get $length)))
    (block $done
      (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
      (loop $step
        (i64.store align=1 (local.get $to) (i64.load align=1 (local.get $from)))
        (local.set $from (i32.add (local.get $from) (i32.const 8)))
        (br_if $step (i32.lt_u (local.tee $to (i32.add (local.get $to) (i32.const 8))) (local.get $end))))))

  ;; Unpacks $count records, whose lists end before $packed, from packed records up to $end, into a block from $block up
  ;; to $limit. Returns the end of the block; 0 if the records are damaged, 1 if the block may not fit.
  (func (export "unpack") (param $count i32) (param $packed i32) (param $end i32) (param $block i32) (param $limit i32)
    (result i32)
    (local $words i32) (local $isSorted i32) (local $index i32) (local $valueList i32)
    (local $key i32) (local $keysEnd i32) (local $value i32) (local $to i32) (local $before i32) (local $keyBefore i32)
    (local $beforeLength i32) (local $keyBeforeLength i32) (local $alike i32) (local $more i32) (local $length i32)
    (local $region i32) (local $start i32) (local $step i32)
    (global.set $packedAt (local.get $packed))
    (global.set $blockAt (local.get $block))
    (global.set $blockEnd (local.get $limit))
    (local.set $words (i32.shl (local.get $count) (i32.const 2)))
    ;; 'S': a sorted table.
    (local.set $isSorted (i32.eq (i32.load8_u (global.get $packedAt)) (i32.const 83)))
    ;; Start of the lists of values: after two lists of keys, or three of intervals.
    (local.set $valueList (i32.mul (local.get $words) (i32.sub (i32.const 3) (local.get $isSorted))))
    (local.set $key (call $readList (i32.add (global.get $packedAt) (i32.const 8)) (local.get $end) (i32.const 0)
      (i32.add (local.get $valueList) (i32.shl (local.get $words) (i32.const 1)))))
    (if (i32.eqz (local.get $key)) (then (return (i32.const 0))))
    (local.set $value (local.get $key))
    (if (local.get $isSorted) (then
      (local.set $length (call $sum (local.get $words) (i32.shl (local.get $words) (i32.const 1))
        (i32.sub (local.get $end) (local.get $key))))
      (if (i32.gt_u (local.get $length) (i32.sub (local.get $end) (local.get $key))) (then (return (i32.const 0))))
      (local.set $value (i32.add (local.get $key) (local.get $length)))))
    (local.set $keysEnd (local.get $value))
    (i64.store (global.get $blockAt) (i64.load (global.get $packedAt)))
    ;; After the head: the starts of all records and the end of the last.
    (local.set $to (i32.add (global.get $blockAt) (i32.add (i32.const 12) (local.get $words))))
    (local.set $before (local.get $to))
    (local.set $keyBefore (local.get $to))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $record
        (i32.store offset=8 (i32.add (global.get $blockAt) (local.get $index))
          (i32.sub (local.get $to) (global.get $blockAt)))
        (if (local.get $isSorted)
          (then
            (local.set $alike (i32.load (local.get $index)))
            (local.set $more (i32.load (i32.add (local.get $words) (local.get $index))))
            ;; The check of the sum has rejected lengths that exceed the rest.
            (if (i32.gt_u (local.get $alike) (local.get $keyBeforeLength)) (then (return (i32.const 0))))
            (local.set $length (i32.add (local.get $alike) (local.get $more)))
            (local.set $keyBeforeLength (local.get $length))
            ;; A length has at most five bytes.
            (if (i32.gt_u (i32.add (local.get $to) (i32.add (i32.const 5) (local.get $length))) (global.get $blockEnd))
              (then (return (i32.const 1))))
            (block $written
              (loop $byte
                (if (i32.lt_u (local.get $length) (i32.const 128)) (then
                  (i32.store8 (local.get $to) (local.get $length))
                  (local.set $to (i32.add (local.get $to) (i32.const 1)))
                  (br $written)))
                (i32.store8 (local.get $to) (i32.or (local.get $length) (i32.const 128)))
                (local.set $length (i32.shr_u (local.get $length) (i32.const 7)))
                (local.set $to (i32.add (local.get $to) (i32.const 1)))
                (br $byte)))
            (call $copy (local.get $keyBefore) (local.get $to) (local.get $alike))
            (local.set $keyBefore (local.get $to))
            (local.set $to (i32.add (local.get $to) (local.get $alike)))
            (call $copy (local.get $key) (local.get $to) (local.get $more))
            (local.set $to (i32.add (local.get $to) (local.get $more)))
            (local.set $key (i32.add (local.get $key) (local.get $more))))
          (else
            (if (i32.gt_u (i32.add (local.get $to) (i32.const 12)) (global.get $blockEnd))
              (then (return (i32.const 1))))
            ;; Within a region, starts are relative to the one before. An overflow makes a sum smaller than its part.
            (local.set $step (i32.load (local.get $index)))
            (if (local.get $step) (then (local.set $start (i32.const 0))))
            (local.set $region (i32.add (local.get $region) (local.get $step)))
            (if (i32.lt_u (local.get $region) (local.get $step)) (then (return (i32.const 0))))
            (local.set $step (i32.load (i32.add (local.get $words) (local.get $index))))
            (local.set $start (i32.add (local.get $start) (local.get $step)))
            (if (i32.lt_u (local.get $start) (local.get $step)) (then (return (i32.const 0))))
            (local.set $step (i32.load (i32.add (i32.shl (local.get $words) (i32.const 1)) (local.get $index))))
            (local.set $length (i32.add (local.get $start) (local.get $step)))
            (if (i32.lt_u (local.get $length) (local.get $step)) (then (return (i32.const 0))))
            (i32.store align=1 (local.get $to) (local.get $region))
            (i32.store offset=4 align=1 (local.get $to) (local.get $start))
            (i32.store offset=8 align=1 (local.get $to) (local.get $length))
            (local.set $to (i32.add (local.get $to) (i32.const 12)))))
        (local.set $alike (i32.load (i32.add (local.get $valueList) (local.get $index))))
        (local.set $more (i32.load (i32.add (i32.add (local.get $valueList) (local.get $words)) (local.get $index))))
        (if (i32.or (i32.gt_u (local.get $alike) (local.get $beforeLength))
          (i32.gt_u (local.get $more) (i32.sub (local.get $end) (local.get $value))))
          (then (return (i32.const 0))))
        (local.set $beforeLength (i32.add (local.get $alike) (local.get $more)))
        (if (i32.gt_u (i32.add (local.get $to) (local.get $beforeLength)) (global.get $blockEnd))
          (then (return (i32.const 1))))
        (call $copy (local.get $before) (local.get $to) (local.get $alike))
        (local.set $before (local.get $to))
        (local.set $to (i32.add (local.get $to) (local.get $alike)))
        (call $copy (local.get $value) (local.get $to) (local.get $more))
        (local.set $to (i32.add (local.get $to) (local.get $more)))
        (local.set $value (i32.add (local.get $value) (local.get $more)))
        (br_if $record (i32.lt_u (local.tee $index (i32.add (local.get $index) (i32.const 4))) (local.get $words)))))
    (i32.store offset=8 (i32.add (global.get $blockAt) (local.get $words))
      (i32.sub (local.get $to) (global.get $blockAt)))
    (if (i32.or (i32.ne (local.get $key) (local.get $keysEnd)) (i32.ne (local.get $value) (local.get $end)))
      (then (return (i32.const 0))))
    (local.get $to))
)
