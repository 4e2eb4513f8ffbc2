/** The numbers of reflection.BaseType. */
export const baseTypes = {
  none: 0,
  unionType: 1,
  bool: 2,
  float: 11,
  double: 12,
  string: 13,
  vector: 14,
  object: 15,
  union: 16,
  array: 17,
} as const

/** How a scalar is read and written, by its base type. Whole numbers are bigints. */
export interface Scalar {
  readonly size: number
  readonly read: (view: DataView, at: number) => bigint | number
  readonly write: (view: DataView, at: number, value: bigint | number) => void
  /** Of whole numbers. */
  readonly range?: readonly [least: bigint, greatest: bigint]
}

function whole(
  size: 1 | 2 | 4,
  isSigned: boolean,
  read: (view: DataView, at: number) => number,
  write: (view: DataView, at: number, value: number) => void,
): Scalar {
  return {
    size,
    read: (view, at) => BigInt(read(view, at)),
    write: (view, at, value) => write(view, at, Number(value)),
    range: rangeOf(size, isSigned),
  }
}

function rangeOf(size: number, isSigned: boolean): readonly [bigint, bigint] {
  const bits = BigInt(8 * size)
  return isSigned ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n]
}

const unsignedByte = whole(
  1,
  false,
  (view, at) => view.getUint8(at),
  (view, at, value) => view.setUint8(at, value),
)

/** By the number of the base type. */
export const scalars: ReadonlyMap<number, Scalar> = new Map<number, Scalar>([
  [1, unsignedByte],
  [2, unsignedByte],
  [
    3,
    whole(
      1,
      true,
      (view, at) => view.getInt8(at),
      (view, at, value) => view.setInt8(at, value),
    ),
  ],
  [4, unsignedByte],
  [
    5,
    whole(
      2,
      true,
      (view, at) => view.getInt16(at, true),
      (view, at, value) => view.setInt16(at, value, true),
    ),
  ],
  [
    6,
    whole(
      2,
      false,
      (view, at) => view.getUint16(at, true),
      (view, at, value) => view.setUint16(at, value, true),
    ),
  ],
  [
    7,
    whole(
      4,
      true,
      (view, at) => view.getInt32(at, true),
      (view, at, value) => view.setInt32(at, value, true),
    ),
  ],
  [
    8,
    whole(
      4,
      false,
      (view, at) => view.getUint32(at, true),
      (view, at, value) => view.setUint32(at, value, true),
    ),
  ],
  [
    9,
    {
      size: 8,
      read: (view, at) => view.getBigInt64(at, true),
      write: (view, at, value) => view.setBigInt64(at, BigInt(value), true),
      range: rangeOf(8, true),
    },
  ],
  [
    10,
    {
      size: 8,
      read: (view, at) => view.getBigUint64(at, true),
      write: (view, at, value) => view.setBigUint64(at, BigInt(value), true),
      range: rangeOf(8, false),
    },
  ],
  [
    11,
    {
      size: 4,
      read: (view, at) => view.getFloat32(at, true),
      write: (view, at, value) => view.setFloat32(at, Number(value), true),
    },
  ],
  [
    12,
    {
      size: 8,
      read: (view, at) => view.getFloat64(at, true),
      write: (view, at, value) => view.setFloat64(at, Number(value), true),
    },
  ],
])
