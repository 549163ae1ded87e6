//! Memory for one call: handed out from a block, and all taken back when the next call begins.
//!
//! Nothing that a call makes is needed after it, so nothing is given back one by one. That makes an allocation a few
//! nanoseconds, and the memory never grows, so views of it that the host holds stay good.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::null_mut;

/// What the largest body can need: 512 KiB for its tokens, as much again for texts and messages, and room to spare.
const BYTES: usize = 2 * 1024 * 1024;
/// The largest alignment that is asked for.
const ALIGNMENT: usize = 16;

#[repr(C, align(16))]
struct Block(UnsafeCell<[u8; BYTES]>);

/// A block of memory and how much of it is taken.
pub struct Memory {
    taken: UnsafeCell<usize>,
}

// SAFETY: a module without threads runs one call at a time.
unsafe impl Sync for Memory {}
// SAFETY: as above.
unsafe impl Sync for Block {}

static BLOCK: Block = Block(UnsafeCell::new([0; BYTES]));

#[global_allocator]
static MEMORY: Memory = Memory { taken: UnsafeCell::new(0) };

/// Takes everything back.
///
/// # Safety
/// Nothing that was allocated may be used afterwards.
pub unsafe fn reset() {
    // SAFETY: no other call runs, and nothing else holds a reference to the cell.
    unsafe { *MEMORY.taken.get() = 0 };
}

// SAFETY: blocks lie inside BLOCK, do not overlap, and are aligned to 16; larger alignments and more than there is are
// refused with null, as the trait asks.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: no other call runs, and no reference to the cell outlives this function.
        let taken = unsafe { &mut *self.taken.get() };
        let start = *taken;
        let end = start + layout.size().next_multiple_of(ALIGNMENT);
        if end > BYTES || layout.align() > ALIGNMENT {
            return null_mut();
        }
        *taken = end;
        // SAFETY: start is inside the block.
        unsafe { BLOCK.0.get().cast::<u8>().add(start) }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as in `alloc`.
        let taken = unsafe { &mut *self.taken.get() };
        let start = block as usize - BLOCK.0.get() as usize;
        let is_last = start + layout.size().next_multiple_of(ALIGNMENT) == *taken;
        let end = start + size.next_multiple_of(ALIGNMENT);
        if is_last && end <= BYTES {
            *taken = end;
            return block;
        }
        // SAFETY: the caller keeps the rules of `alloc`; the new block does not overlap the old one, which is `layout`
        // long and stays as it is.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !new.is_null() {
                core::ptr::copy_nonoverlapping(block, new, layout.size().min(size));
            }
            new
        }
    }
}
