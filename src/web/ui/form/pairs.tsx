import { Plus, X } from 'lucide-react'
import { Fragment } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../button.tsx'
import { RowErrors } from './row-errors.tsx'

const words = lateTexts.editor

interface Pair {
  readonly key: string
  readonly value: string
}

interface PairsProps {
  readonly label: string
  /** A list of pairs, or nothing. */
  readonly value: unknown
  readonly onChange: (pairs: readonly Pair[]) => void
  /** Mistakes by the paths of fields. */
  readonly errors: Readonly<Record<string, string>>
  readonly path: string
}

/** Names with values, for example headers. */
export function Pairs({ label, value, onChange, errors, path }: PairsProps) {
  const pairs = Array.isArray(value) ? (value as readonly Pair[]) : []
  const set = (index: number, changes: Partial<Pair>): void =>
    onChange(pairs.map((pair, at) => (at === index ? { ...pair, ...changes } : pair)))
  return (
    <fieldset className="stack plain">
      <legend className="label">{label}</legend>
      {pairs.map((pair, index) => (
        <Fragment key={index}>
          <div className="row">
            <input
              className="input mono"
              aria-label={`${label}: ${words.fields['key']}`}
              value={pair.key}
              onChange={(event) => set(index, { key: event.target.value })}
            />
            <input
              className="input mono"
              aria-label={`${label}: ${words.fields['value']}`}
              value={pair.value}
              onChange={(event) => set(index, { value: event.target.value })}
            />
            <Button isIcon kind="ghost" aria-label={words.remove} onClick={() => onChange(pairs.toSpliced(index, 1))}>
              <X className="ic s" aria-hidden="true" />
            </Button>
          </div>
          <RowErrors errors={errors} path={`${path}[${index}]`} />
        </Fragment>
      ))}
      <RowErrors errors={errors} path={path} />
      <div>
        <Button size="small" onClick={() => onChange([...pairs, { key: '', value: '' }])}>
          <Plus className="ic s" aria-hidden="true" />
          {words.add}
        </Button>
      </div>
    </fieldset>
  )
}
