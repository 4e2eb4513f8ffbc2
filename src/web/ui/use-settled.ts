import { useEffect, useState } from 'react'
import { after } from '../time/page-time.ts'

const typingMs = 300

/** The value once it has not changed for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => (text === JSON.stringify(settled) ? undefined : after(typingMs, () => settle(value))), [text])
  return settled
}
