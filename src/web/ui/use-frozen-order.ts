import { useState } from 'react'
import type { RefObject } from 'react'

/**
 * Items in the order in which they are shown: while the pointer or the keyboard is on the list no item changes its place
 * among the others, and none comes. What would is counted, until it is applied. Items are always the latest.
 */
export function useFrozenOrder<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  body: RefObject<HTMLElement | null>,
): { readonly shown: readonly T[]; readonly waiting: number; readonly apply: () => void } {
  const [order, setOrder] = useState<readonly string[]>(() => items.map(keyOf))
  const keys = items.map(keyOf)
  const isTouched = body.current?.matches(':hover, :focus-within') === true
  const [before, after] = [new Set(order), new Set(keys)]
  const kept = order.filter((key) => after.has(key))
  const moved = keys.filter((key) => before.has(key)).filter((key, index) => key !== kept[index])
  const waiting = moved.length + keys.filter((key) => !before.has(key)).length
  const apply = (): void => setOrder(keys)
  if (waiting > 0 && !isTouched) {
    apply()
    return { shown: items, waiting: 0, apply }
  }
  if (waiting === 0) return { shown: items, waiting, apply }
  const byKey = new Map(items.map((item) => [keyOf(item), item]))
  return { shown: order.flatMap((key) => byKey.get(key) ?? []), waiting, apply }
}
