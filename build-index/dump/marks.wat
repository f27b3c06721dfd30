;; Where bytes of a dump stand that mean more than their letter. See marks.ts.
;; Compiled by `npm run build-kernel` to marks-module.ts.
(module
  (memory (export "memory") 1)

  ;; Of 16 bytes, one bit each: control characters and what is not ASCII (both less than 32 as signed bytes), double quotes, backslashes.
  (func $marked (param $bytes v128) (result i32)
    (i8x16.bitmask (v128.or
      (i8x16.lt_s (local.get $bytes) (i8x16.splat (i32.const 0x20)))
      (v128.or (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x22))) (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x5c)))))))

  ;; Lists the places of such bytes among `count` from address 0 on: numbers of 4 bytes, from `to` on. Returns how many. Looks at bytes 32 at a
  ;; time, so that those behind must be none of them.
  (func (export "list") (param $count i32) (param $to i32) (result i32)
    (local $at i32) (local $begin i32) (local $bits i32)
    (local.set $begin (local.get $to))
    (block $done
      (loop $step
        (br_if $done (i32.ge_u (local.get $at) (local.get $count)))
        (local.set $bits (i32.or (call $marked (v128.load (local.get $at))) (i32.shl (call $marked (v128.load offset=16 (local.get $at))) (i32.const 16))))
        (block $none
          (br_if $none (i32.eqz (local.get $bits)))
          (loop $each
            (i32.store (local.get $to) (i32.add (local.get $at) (i32.ctz (local.get $bits))))
            (local.set $to (i32.add (local.get $to) (i32.const 4)))
            (br_if $each (local.tee $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $step)))
    (i32.shr_u (i32.sub (local.get $to) (local.get $begin)) (i32.const 2)))

  ;; Whether a byte is a tab or a newline.
  (func $ends (param $byte i32) (result i32)
    (i32.or (i32.eq (local.get $byte) (i32.const 0x09)) (i32.eq (local.get $byte) (i32.const 0x0a))))

  ;; Whether there is a backslash among `count` bytes from `at` on that does not begin a field `\N`. Behind them stand 16 bytes that are no
  ;; backslash; before them stands one, a tab or newline.
  (func (export "escaped") (param $at i32) (param $count i32) (result i32)
    (local $end i32) (local $bits i32) (local $four i32)
    (local.set $end (i32.add (local.get $at) (local.get $count)))
    (block $done
      (loop $step
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $bits (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 0x5c)))))
        (block $none
          (br_if $none (i32.eqz (local.get $bits)))
          (loop $each
            ;; The byte before, the backslash, N, the byte behind.
            (local.set $four (i32.load (i32.sub (i32.add (local.get $at) (i32.ctz (local.get $bits))) (i32.const 1))))
            (if (i32.eqz (i32.and
                (i32.eq (i32.and (local.get $four) (i32.const 0x00ffff00)) (i32.const 0x004e5c00))
                (i32.and (call $ends (i32.and (local.get $four) (i32.const 0xff))) (call $ends (i32.shr_u (local.get $four) (i32.const 24))))))
              (then (return (i32.const 1))))
            (br_if $each (local.tee $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $step)))
    (i32.const 0))
)
