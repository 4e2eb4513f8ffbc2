import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { after, steady } from '../time/page-time.ts'
import styles from './search-field.module.css'

const typingMs = 150

/**
 * A text that narrows a list: the list is filtered at once, and while somebody types at intervals; what changes it
 * from outside is shown.
 */
export function SearchField({
  label,
  placeholder,
  value,
  onChange,
  maxLength = 200,
}: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly maxLength?: number
}) {
  const [text, setText] = useState(value)
  // What was told comes back as the value, sometimes after more was typed.
  const told = useRef<readonly string[]>([value])
  const toldAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const at = told.current.indexOf(value)
    told.current = at < 0 ? [value] : told.current.slice(at)
    if (at < 0) setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current.at(-1)) return undefined
    const tell = (): void => {
      told.current = [...told.current, text]
      toldAt.current = steady()
      onChange(text)
    }
    const waitMs = toldAt.current + typingMs - steady()
    if (waitMs <= 0) {
      tell()
      return undefined
    }
    return after(waitMs, tell)
    // Only what is typed starts a search.
  }, [text])
  return (
    <div className={styles.search}>
      <SearchIcon className="ic s" aria-hidden="true" />
      <input
        type="search"
        maxLength={maxLength}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
