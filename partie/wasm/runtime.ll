; The memory of a module. Blocks have a power of two of bytes; free ones of the same size form a list.
; A block begins with Numba's description of an array's memory: the number of references, two pointers that
; are not used (the second holds the block's size class), the address of the data and its size.

@top = internal global i32 0
@lists = internal global [32 x ptr] zeroinitializer
@__heap_base = external global i8

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.trap()

define internal ptr @fresh(i32 %class) noinline {
  %old = load i32, ptr @top
  %unset = icmp eq i32 %old, 0
  %base = ptrtoint ptr @__heap_base to i32
  %start = select i1 %unset, i32 %base, i32 %old
  %size = shl i32 1, %class
  %end = add i32 %start, %size
  %wraps = icmp ult i32 %end, %start
  br i1 %wraps, label %fail, label %measure
measure:
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %rounded = add i32 %end, 65535
  %needed = lshr i32 %rounded, 16
  %enough = icmp ule i32 %needed, %pages
  br i1 %enough, label %done, label %grow
grow:
  %missing = sub i32 %needed, %pages
  %spare = lshr i32 %pages, 2
  %generous = add i32 %missing, %spare
  %before = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %generous)
  %refused = icmp eq i32 %before, -1
  br i1 %refused, label %exact, label %done
exact:
  %again = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %missing)
  %failed = icmp eq i32 %again, -1
  br i1 %failed, label %fail, label %done
fail:
  call void @llvm.trap()
  unreachable
done:
  store i32 %end, ptr @top
  %block = inttoptr i32 %start to ptr
  ret ptr %block
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %short = trunc i64 %size to i32
  %high = lshr i64 %size, 30
  %huge = icmp ne i64 %high, 0
  br i1 %huge, label %fail, label %fits
fail:
  call void @llvm.trap()
  unreachable
fits:
  %most = add i32 %short, 31
  %small = icmp ult i32 %most, 63
  %last = select i1 %small, i32 63, i32 %most
  %zeros = call i32 @llvm.ctlz.i32(i32 %last, i1 true)
  %class = sub i32 32, %zeros
  %list = getelementptr [32 x ptr], ptr @lists, i32 0, i32 %class
  %first = load ptr, ptr %list
  %none = icmp eq ptr %first, null
  br i1 %none, label %new, label %reuse
new:
  %made = call ptr @fresh(i32 %class)
  br label %done
reuse:
  %next = load ptr, ptr %first
  store ptr %next, ptr %list
  br label %done
done:
  %block = phi ptr [ %made, %new ], [ %first, %reuse ]
  %data = getelementptr i8, ptr %block, i32 32
  store i64 1, ptr %block
  %at8 = getelementptr i8, ptr %block, i32 8
  store i32 0, ptr %at8
  %at12 = getelementptr i8, ptr %block, i32 12
  store i32 %class, ptr %at12
  %at16 = getelementptr i8, ptr %block, i32 16
  store ptr %data, ptr %at16
  %at24 = getelementptr i8, ptr %block, i32 24
  store i64 %size, ptr %at24
  ret ptr %block
}

define ptr @NRT_MemInfo_alloc(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 32)
  ret ptr %block
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %block
}

define void @NRT_MemInfo_call_dtor(ptr %block) {
  %at12 = getelementptr i8, ptr %block, i32 12
  %class = load i32, ptr %at12
  %list = getelementptr [32 x ptr], ptr @lists, i32 0, i32 %class
  %first = load ptr, ptr %list
  store ptr %first, ptr %block
  store ptr %block, ptr %list
  ret void
}

define ptr @NRT_Allocate(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 32)
  %data = getelementptr i8, ptr %block, i32 32
  ret ptr %data
}

define void @NRT_Free(ptr %data) {
  %none = icmp eq ptr %data, null
  br i1 %none, label %done, label %free
free:
  %block = getelementptr i8, ptr %data, i32 -32
  call void @NRT_MemInfo_call_dtor(ptr %block)
  br label %done
done:
  ret void
}

define i32 @partie_allocate(i32 %size) {
  %long = zext i32 %size to i64
  %data = call ptr @NRT_Allocate(i64 %long)
  %address = ptrtoint ptr %data to i32
  ret i32 %address
}

define void @partie_release(i32 %address) {
  %data = inttoptr i32 %address to ptr
  call void @NRT_Free(ptr %data)
  ret void
}

declare double @llvm.sqrt.f64(double)

define double @sqrt(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}

; The product of two 128-bit numbers, which the check for overflow of a 64-bit product asks for.
; Not optimised, because LLVM would recognise a product and call this function for it.
define void @__multi3(ptr %out, i64 %a, i64 %ahigh, i64 %b, i64 %bhigh) noinline optnone {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c0 = lshr i64 %p00, 32
  %m0 = and i64 %p01, 4294967295
  %m1 = and i64 %p10, 4294967295
  %s0 = add i64 %c0, %m0
  %s1 = add i64 %s0, %m1
  %carry = lshr i64 %s1, 32
  %h0 = lshr i64 %p01, 32
  %h1 = lshr i64 %p10, 32
  %t0 = add i64 %p11, %h0
  %t1 = add i64 %t0, %h1
  %t2 = add i64 %t1, %carry
  %x0 = mul i64 %a, %bhigh
  %x1 = mul i64 %ahigh, %b
  %t3 = add i64 %t2, %x0
  %high = add i64 %t3, %x1
  %low = mul i64 %a, %b
  store i64 %low, ptr %out
  %second = getelementptr i8, ptr %out, i32 8
  store i64 %high, ptr %second
  ret void
}

; Numba's question whether an array can get another shape without being copied. Yes if its elements lie in
; order without gaps: then the new strides follow from the new shape.
define i32 @numba_attempt_nocopy_reshape(i64 %nd, ptr %dims, ptr %strides, i64 %newnd, ptr %newdims,
                                         ptr %newstrides, i64 %itemsize, i32 %fortran) {
  %c = icmp eq i32 %fortran, 0
  br i1 %c, label %check, label %no
check:
  %i = phi i64 [ %nd, %0 ], [ %last, %next ]
  %gap = phi i64 [ %itemsize, %0 ], [ %wider, %next ]
  %checked = icmp eq i64 %i, 0
  br i1 %checked, label %fill, label %one
one:
  %last = sub i64 %i, 1
  %dimat = getelementptr i64, ptr %dims, i64 %last
  %dim = load i64, ptr %dimat
  %strideat = getelementptr i64, ptr %strides, i64 %last
  %stride = load i64, ptr %strideat
  %single = icmp eq i64 %dim, 1
  %dense = icmp eq i64 %stride, %gap
  %good = or i1 %single, %dense
  br i1 %good, label %next, label %no
next:
  %wider = mul i64 %gap, %dim
  br label %check
fill:
  %j = phi i64 [ %newnd, %check ], [ %before, %write ]
  %step = phi i64 [ %itemsize, %check ], [ %longer, %write ]
  %done = icmp eq i64 %j, 0
  br i1 %done, label %yes, label %write
write:
  %before = sub i64 %j, 1
  %outat = getelementptr i64, ptr %newstrides, i64 %before
  store i64 %step, ptr %outat
  %newat = getelementptr i64, ptr %newdims, i64 %before
  %new = load i64, ptr %newat
  %longer = mul i64 %step, %new
  br label %fill
yes:
  ret i32 1
no:
  ret i32 0
}

; A source of one bit, moved to the place of a bit of a mask: what one instruction of newer x86 processors (pdep)
; does for sources of any number of bits, and `core/compiled/bits.py` asks for sources of one. Which member of a set
; is drawn cannot be predicted, so there is a branch only after eight members: masks without the first, the first
; two and so on are made, and the bits of the number choose among them.
define i64 @partie_deposit(i64 %source, i64 %mask) alwaysinline {
  %number = call i64 @llvm.cttz.i64(i64 %source, i1 true)
  br label %drop
drop:
  %n = phi i64 [ %number, %0 ], [ %fewer, %more ]
  %m0 = phi i64 [ %mask, %0 ], [ %m8, %more ]
  %b0 = sub i64 %m0, 1
  %m1 = and i64 %m0, %b0
  %b1 = sub i64 %m1, 1
  %m2 = and i64 %m1, %b1
  %b2 = sub i64 %m2, 1
  %m3 = and i64 %m2, %b2
  %b3 = sub i64 %m3, 1
  %m4 = and i64 %m3, %b3
  %b4 = sub i64 %m4, 1
  %m5 = and i64 %m4, %b4
  %b5 = sub i64 %m5, 1
  %m6 = and i64 %m5, %b5
  %b6 = sub i64 %m6, 1
  %m7 = and i64 %m6, %b6
  %b7 = sub i64 %m7, 1
  %m8 = and i64 %m7, %b7
  %many = icmp uge i64 %n, 8
  br i1 %many, label %more, label %choose
more:
  %fewer = sub i64 %n, 8
  br label %drop
choose:
  %ones = and i64 %n, 1
  %odd = icmp ne i64 %ones, 0
  %c01 = select i1 %odd, i64 %m1, i64 %m0
  %c23 = select i1 %odd, i64 %m3, i64 %m2
  %c45 = select i1 %odd, i64 %m5, i64 %m4
  %c67 = select i1 %odd, i64 %m7, i64 %m6
  %twos = and i64 %n, 2
  %second = icmp ne i64 %twos, 0
  %c03 = select i1 %second, i64 %c23, i64 %c01
  %c47 = select i1 %second, i64 %c67, i64 %c45
  %upper = icmp uge i64 %n, 4
  %left = select i1 %upper, i64 %c47, i64 %c03
  %minus = sub i64 0, %left
  %place = and i64 %left, %minus
  ret i64 %place
}

declare i64 @llvm.cttz.i64(i64, i1)
