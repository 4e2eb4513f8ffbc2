import { useEffect, useState } from 'react'
import { after } from '../../time/page-time.ts'

const settledMs = 250

/** Texts once they have stayed the same for a moment: what is read for them is not read for every letter of a filter. */
export function useSettled(texts: readonly string[]): readonly string[] {
  const key = texts.join(' ')
  const [settled, setSettled] = useState<readonly string[]>([])
  useEffect(() => {
    return after(settledMs, () => setSettled(key === '' ? [] : key.split(' ')))
  }, [key])
  return settled
}
