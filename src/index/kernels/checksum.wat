;; CRC-32 of gzip and PNG (reflected polynomial 0xEDB88320), four bytes per step, with a table for each of them. For why
;; this is not JavaScript see checksum.ts. `npm run generate` compiles it to checksum.wasm (for Workers) and
;; checksum-module.ts (for other runtimes).
(module
  ;; 0: checksums of a byte followed by 0, 1, 2 and 3 zero bytes, 256 words each | 4096: the bytes to add.
  (memory (export "memory") 2)

  (func $makeTables
    (local $entry i32) (local $bit i32) (local $sum i32)
    (loop $byte
      (local.set $sum (i32.shr_u (local.get $entry) (i32.const 2)))
      (local.set $bit (i32.const 8))
      (loop $next
        (local.set $sum (i32.xor
          (i32.shr_u (local.get $sum) (i32.const 1))
          (i32.and (i32.const 0xEDB88320) (i32.sub (i32.const 0) (i32.and (local.get $sum) (i32.const 1))))))
        (br_if $next (local.tee $bit (i32.sub (local.get $bit) (i32.const 1)))))
      (i32.store (local.get $entry) (local.get $sum))
      (br_if $byte (i32.lt_u (local.tee $entry (i32.add (local.get $entry) (i32.const 4))) (i32.const 1024))))
    (local.set $entry (i32.const 0))
    (loop $zero
      (local.set $sum (i32.load (local.get $entry)))
      (i32.store offset=1024 (local.get $entry) (i32.xor
        (i32.shr_u (local.get $sum) (i32.const 8))
        (i32.load (i32.shl (i32.and (local.get $sum) (i32.const 255)) (i32.const 2)))))
      (br_if $zero (i32.lt_u (local.tee $entry (i32.add (local.get $entry) (i32.const 4))) (i32.const 3072)))))
  (start $makeTables)

  ;; The checksum of earlier bytes (0 if there are none) followed by those from $at up to $end.
  (func (export "add") (param $sum i32) (param $at i32) (param $end i32) (result i32)
    (local $wordsEnd i32)
    (local.set $sum (i32.xor (local.get $sum) (i32.const -1)))
    (local.set $wordsEnd (i32.sub (local.get $end) (i32.const 3)))
    (block $noWord
      (loop $word
        (br_if $noWord (i32.ge_s (local.get $at) (local.get $wordsEnd)))
        (local.set $sum (i32.xor (local.get $sum) (i32.load align=1 (local.get $at))))
        (local.set $sum (i32.xor
          (i32.xor
            (i32.load offset=3072 (i32.shl (i32.and (local.get $sum) (i32.const 255)) (i32.const 2)))
            (i32.load offset=2048 (i32.and (i32.shr_u (local.get $sum) (i32.const 6)) (i32.const 1020))))
          (i32.xor
            (i32.load offset=1024 (i32.and (i32.shr_u (local.get $sum) (i32.const 14)) (i32.const 1020)))
            (i32.load (i32.shl (i32.shr_u (local.get $sum) (i32.const 24)) (i32.const 2))))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $word)))
    (block $noByte
      (loop $byte
        (br_if $noByte (i32.eq (local.get $at) (local.get $end)))
        (local.set $sum (i32.xor
          (i32.shr_u (local.get $sum) (i32.const 8))
          (i32.load (i32.shl
            (i32.and (i32.xor (local.get $sum) (i32.load8_u (local.get $at))) (i32.const 255))
            (i32.const 2)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $byte)))
    (i32.xor (local.get $sum) (i32.const -1)))
)
