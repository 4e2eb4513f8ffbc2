import { useState } from 'react'
import { useFoundChecks } from './found-checks.ts'
import { lateTexts } from '../strings/late.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Loaded } from '../ui/states.tsx'

const words = lateTexts.checkList.choice

interface CheckChoiceProps {
  /** One of them, which is required, or any number. */
  readonly kind: 'radio' | 'checkbox'
  readonly chosen: ReadonlyMap<string, string>
  readonly onChange: (chosen: ReadonlyMap<string, string>) => void
}

/** Chooses checks, which are known by their names, by a search. */
export function CheckChoice({ kind, chosen, onChange }: CheckChoiceProps) {
  const [search, setSearch] = useState('')
  const found = useFoundChecks(search)
  const isOne = kind === 'radio'
  const choose = (id: string, name: string): void => {
    const others = [...chosen].filter(([one]) => one !== id)
    onChange(new Map(isOne ? [[id, name]] : chosen.has(id) ? others : [...chosen, [id, name]]))
  }
  const choice = ({ id, name }: { readonly id: string; readonly name: string }) => (
    <li key={id}>
      <label className="row">
        <input type={kind} name="check" required={isOne} checked={chosen.has(id)} onChange={() => choose(id, name)} />
        <span className="anywhere">{name}</span>
      </label>
    </li>
  )
  return (
    <fieldset className="stack gap4">
      <legend className="label">{isOne ? words.check : words.checks}</legend>
      {!isOne && chosen.size > 0 && (
        <ul className="stack gap4">{[...chosen].map(([id, name]) => choice({ id, name }))}</ul>
      )}
      <SearchField label={words.search} placeholder={words.search} value={search} onChange={setSearch} />
      <Loaded query={found}>
        {({ entries }) => {
          const shown = isOne ? entries : entries.filter(({ id }) => !chosen.has(id))
          if (shown.length === 0)
            return <p className="mute small">{entries.length === 0 ? words.none : words.noMore}</p>
          return <ul className="stack gap4">{shown.map(choice)}</ul>
        }}
      </Loaded>
    </fieldset>
  )
}
