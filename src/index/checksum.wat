;; CRC-32 of gzip and PNG (reflected polynomial 0xEDB88320), sixteen bytes a step, with a table for each of the sixteen
;; ("slicing": Kounavis and Berry, IEEE Transactions on Computers 57:1550, 2008). See checksum.ts for why it is not JavaScript.
;; Compiled by `npm run build-kernel` to checksum.wasm (for Workers) and checksum-module.ts (for everyone else).
(module
  ;; The tables: 16 of 256 words, the last byte's first; then room for bytes to sum up.
  (memory (export "memory") 2)

  (func $makeTables
    (local $n i32) (local $k i32) (local $sum i32)
    (loop $byte
      (local.set $sum (local.get $n))
      (local.set $k (i32.const 8))
      (loop $bit
        (local.set $sum (i32.xor
          (i32.shr_u (local.get $sum) (i32.const 1))
          (i32.and (i32.const 0xEDB88320) (i32.sub (i32.const 0) (i32.and (local.get $sum) (i32.const 1))))))
        (br_if $bit (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))
      (i32.store (i32.shl (local.get $n) (i32.const 2)) (local.get $sum))
      (br_if $byte (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 256))))
    ;; Each further table is the one before, a byte of zeros later.
    (local.set $n (i32.const 0))
    (loop $next
      (local.set $sum (i32.load (i32.shl (local.get $n) (i32.const 2))))
      (i32.store offset=1024 (i32.shl (local.get $n) (i32.const 2)) (i32.xor
        (i32.shr_u (local.get $sum) (i32.const 8))
        (i32.load (i32.shl (i32.and (local.get $sum) (i32.const 255)) (i32.const 2)))))
      (br_if $next (i32.lt_u (local.tee $n (i32.add (local.get $n) (i32.const 1))) (i32.const 3840)))))
  (start $makeTables)

  ;; What a word adds, looked up in four tables that end where $table begins plus 3072.
  (func $four (param $word i32) (param $table i32) (result i32)
    (i32.xor
      (i32.xor
        (i32.load offset=3072 (i32.add (local.get $table) (i32.shl (i32.and (local.get $word) (i32.const 255)) (i32.const 2))))
        (i32.load offset=2048 (i32.add (local.get $table) (i32.and (i32.shr_u (local.get $word) (i32.const 6)) (i32.const 1020)))))
      (i32.xor
        (i32.load offset=1024 (i32.add (local.get $table) (i32.and (i32.shr_u (local.get $word) (i32.const 14)) (i32.const 1020))))
        (i32.load (i32.add (local.get $table) (i32.and (i32.shr_u (local.get $word) (i32.const 22)) (i32.const 1020)))))))

  ;; Goes on from the sum (0 at first) of the bytes before with `length` bytes from `at`.
  (func (export "add") (param $sum i32) (param $at i32) (param $length i32) (result i32)
    (local $end i32)
    (local.set $sum (i32.xor (local.get $sum) (i32.const -1)))
    (local.set $end (i32.add (local.get $at) (i32.and (local.get $length) (i32.const -16))))
    (block $done
      (br_if $done (i32.eq (local.get $at) (local.get $end)))
      (loop $step
        (local.set $sum (i32.xor
          (i32.xor
            (call $four (i32.xor (local.get $sum) (i32.load (local.get $at))) (i32.const 12288))
            (call $four (i32.load offset=4 (local.get $at)) (i32.const 8192)))
          (i32.xor
            (call $four (i32.load offset=8 (local.get $at)) (i32.const 4096))
            (call $four (i32.load offset=12 (local.get $at)) (i32.const 0)))))
        (br_if $step (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))
    (local.set $end (i32.add (local.get $end) (i32.and (local.get $length) (i32.const 15))))
    (block $none
      (loop $last
        (br_if $none (i32.eq (local.get $at) (local.get $end)))
        (local.set $sum (i32.xor
          (i32.shr_u (local.get $sum) (i32.const 8))
          (i32.load (i32.shl (i32.and (i32.xor (local.get $sum) (i32.load8_u (local.get $at))) (i32.const 255)) (i32.const 2)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $last)))
    (i32.xor (local.get $sum) (i32.const -1)))
)
