import { useEffect, useState } from 'react'

const settledMs = 250

/** Texts once they have stayed the same for a moment: what is read for them is not read for every letter of a filter. */
export function useSettled(texts: readonly string[]): readonly string[] {
  const key = texts.join(' ')
  const [settled, setSettled] = useState<readonly string[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key === '' ? [] : key.split(' ')), settledMs)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}
