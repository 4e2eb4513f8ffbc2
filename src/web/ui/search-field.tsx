import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

const typingMs = 250

/** A text that narrows a list: what follows it is told when typing pauses, and what changes it from outside is shown. */
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
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current) return undefined
    const timer = setTimeout(() => {
      told.current = text
      onChange(text)
    }, typingMs)
    return () => clearTimeout(timer)
    // Only what is typed starts a search.
  }, [text])
  return (
    <div className="inset" style={{ width: 240 }}>
      <SearchIcon className="ic s" aria-hidden="true" />
      <input
        type="search"
        className="input sm"
        maxLength={maxLength}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
