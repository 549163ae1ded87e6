;; Copies short texts between the engine's strings and the core's memory without an encoder: the engine hands out the
;; characters of a string as an array (the builtins of wasm:js-string), and these loops do the rest. What they leave to
;; the encoder and the decoder (longer texts, surrogates) they answer with -1 and with null.
(module
  (type $characters (array (mut i16)))
  (import "wasm:js-string" "length" (func $length (param externref) (result i32)))
  (import "wasm:js-string" "intoCharCodeArray"
    (func $characters_of (param externref (ref null $characters) i32) (result i32)))
  (import "wasm:js-string" "fromCharCodeArray"
    (func $string_of (param (ref null $characters) i32 i32) (result (ref extern))))
  (import "core" "memory" (memory 1))
  ;; Four more than are taken: what stands behind a text is read with its end.
  (global $characters (ref $characters) (array.new_default $characters (i32.const 2052)))

  ;; Writes a string of at most 2048 characters to a place of the memory, and up to three bytes more behind it. Says how
  ;; many bytes it has.
  (func (export "put") (param $string externref) (param $place i32) (result i32)
    (local $characters (ref $characters)) (local $at i32) (local $length i32)
    (local $first i32) (local $second i32) (local $third i32) (local $fourth i32)
    (local.set $characters (global.get $characters))
    (if (i32.gt_u (local.tee $length (call $length (local.get $string))) (i32.const 2048))
      (then (return (i32.const -1))))
    (drop (call $characters_of (local.get $string) (local.get $characters) (i32.const 0)))
    (loop $next
      (local.set $first (array.get_u $characters (local.get $characters) (local.get $at)))
      (local.set $second (array.get_u $characters (local.get $characters) (i32.add (local.get $at) (i32.const 1))))
      (local.set $third (array.get_u $characters (local.get $characters) (i32.add (local.get $at) (i32.const 2))))
      (local.set $fourth (array.get_u $characters (local.get $characters) (i32.add (local.get $at) (i32.const 3))))
      (if (i32.gt_u
            (i32.or (i32.or (local.get $first) (local.get $second)) (i32.or (local.get $third) (local.get $fourth)))
            (i32.const 127))
        (then (return (call $put_wide (local.get $place) (local.get $at) (local.get $length)))))
      (i32.store (i32.add (local.get $place) (local.get $at))
        (i32.or
          (i32.or (local.get $first) (i32.shl (local.get $second) (i32.const 8)))
          (i32.or (i32.shl (local.get $third) (i32.const 16)) (i32.shl (local.get $fourth) (i32.const 24)))))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $length))))
    (local.get $length))

  ;; The same from a character on, before which all are ASCII.
  (func $put_wide (param $place i32) (param $at i32) (param $length i32) (result i32)
    (local $to i32) (local $character i32)
    (local.set $to (i32.add (local.get $place) (local.get $at)))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $length)))
      (local.set $character (array.get_u $characters (global.get $characters) (local.get $at)))
      (if (i32.lt_u (local.get $character) (i32.const 0x80))
        (then
          (i32.store8 (local.get $to) (local.get $character))
          (local.set $to (i32.add (local.get $to) (i32.const 1))))
        (else (if (i32.lt_u (local.get $character) (i32.const 0x800))
          (then
            (i32.store8 (local.get $to) (i32.or (i32.const 0xC0) (i32.shr_u (local.get $character) (i32.const 6))))
            (i32.store8 offset=1 (local.get $to) (i32.or (i32.const 0x80) (i32.and (local.get $character) (i32.const 63))))
            (local.set $to (i32.add (local.get $to) (i32.const 2))))
          (else
            (if (i32.eq (i32.and (local.get $character) (i32.const 0xF800)) (i32.const 0xD800))
              (then (return (i32.const -1))))
            (i32.store8 (local.get $to) (i32.or (i32.const 0xE0) (i32.shr_u (local.get $character) (i32.const 12))))
            (i32.store8 offset=1 (local.get $to)
              (i32.or (i32.const 0x80) (i32.and (i32.shr_u (local.get $character) (i32.const 6)) (i32.const 63))))
            (i32.store8 offset=2 (local.get $to) (i32.or (i32.const 0x80) (i32.and (local.get $character) (i32.const 63))))
            (local.set $to (i32.add (local.get $to) (i32.const 3)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next)))
    (i32.sub (local.get $to) (local.get $place)))

  ;; The string of so many bytes of UTF-8 at a place of the memory.
  (func (export "text") (param $place i32) (param $length i32) (result externref)
    (local $characters (ref $characters)) (local $at i32) (local $from i32)
    (local.set $characters (global.get $characters))
    (if (i32.gt_u (local.get $length) (i32.const 2048)) (then (return (ref.null extern))))
    (loop $next
      (if (i32.and
            (i32.load (local.tee $from (i32.add (local.get $place) (local.get $at))))
            (i32.const 0x80808080))
        (then (return (call $text_wide (local.get $place) (local.get $at) (local.get $length)))))
      (array.set $characters (local.get $characters) (local.get $at) (i32.load8_u (local.get $from)))
      (array.set $characters (local.get $characters) (i32.add (local.get $at) (i32.const 1))
        (i32.load8_u offset=1 (local.get $from)))
      (array.set $characters (local.get $characters) (i32.add (local.get $at) (i32.const 2))
        (i32.load8_u offset=2 (local.get $from)))
      (array.set $characters (local.get $characters) (i32.add (local.get $at) (i32.const 3))
        (i32.load8_u offset=3 (local.get $from)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $length))))
    (call $string_of (local.get $characters) (i32.const 0) (local.get $length)))

  ;; The same from a byte on, before which all are ASCII.
  (func $text_wide (param $place i32) (param $at i32) (param $length i32) (result externref)
    (local $to i32) (local $from i32) (local $character i32)
    (local.set $to (local.get $at))
    (block $done (loop $next
      (br_if $done (i32.ge_u (local.get $at) (local.get $length)))
      (local.set $character (i32.load8_u (local.tee $from (i32.add (local.get $place) (local.get $at)))))
      (if (i32.lt_u (local.get $character) (i32.const 0x80))
        (then (local.set $at (i32.add (local.get $at) (i32.const 1))))
        (else (if (i32.lt_u (local.get $character) (i32.const 0xE0))
          (then
            (local.set $character (i32.or
              (i32.shl (i32.and (local.get $character) (i32.const 31)) (i32.const 6))
              (i32.and (i32.load8_u offset=1 (local.get $from)) (i32.const 63))))
            (local.set $at (i32.add (local.get $at) (i32.const 2))))
          (else
            (if (i32.ge_u (local.get $character) (i32.const 0xF0)) (then (return (ref.null extern))))
            (local.set $character (i32.or
              (i32.shl (i32.and (local.get $character) (i32.const 15)) (i32.const 12))
              (i32.or
                (i32.shl (i32.and (i32.load8_u offset=1 (local.get $from)) (i32.const 63)) (i32.const 6))
                (i32.and (i32.load8_u offset=2 (local.get $from)) (i32.const 63)))))
            (local.set $at (i32.add (local.get $at) (i32.const 3)))))))
      (array.set $characters (global.get $characters) (local.get $to) (local.get $character))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br $next)))
    (call $string_of (global.get $characters) (i32.const 0) (local.get $to))))
