import { Plus, X } from 'lucide-react'
import { useScreenKeys } from '../shell/use-screen-keys.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import styles from './assertion-rows.module.css'
import { grammarOf, hasTarget, valueOf, withChange } from './assertion-grammar.ts'
import type { Assertion, Properties } from './assertion-grammar.ts'
import { listAt, objectOf, withValue } from '../ui/form/body.ts'
import type { EditProps } from '../ui/form/edit-props.ts'
import { RowErrors } from '../ui/form/row-errors.tsx'
import { dropTarget, moved, MoveHandle } from '../ui/form/move-handle.tsx'
import { Select } from '../ui/select.tsx'

const words = lateTexts.editor
const pathInCheck = 'request.assertions'
const { sources, comparisons, properties, patterns } = lateTexts.assertion

interface Form {
  /** Of the list in the body. Default: that of a check, to which a key adds a row. */
  readonly path?: string
  readonly sources: readonly string[]
  readonly properties?: Properties | undefined
}

/** Rows of source, property, comparison and target, each of which offers what the grammar of assertions takes there. */
export function AssertionRows<B extends object>({
  body,
  onChange,
  errors,
  path = pathInCheck,
  ...form
}: EditProps<B> & Form) {
  const rows = listAt(body, path).map(objectOf)
  const change = (next: readonly Assertion[]): void => onChange(withValue(body, path, next))
  const move = (from: number, to: number): void => change(moved(rows, from, to))
  const set = (index: number, changes: Assertion): void =>
    change(rows.map((row, at) => (at === index ? withChange(row, changes, form.properties) : row)))
  const add = (): void => {
    const [source] = form.sources
    const empty = { property: '', comparison: 'EQUALS', target: '' }
    change([...rows, withChange(empty, { source }, form.properties)])
  }
  const isOfCheck = path === pathInCheck
  useScreenKeys({ a: isOfCheck ? add : undefined })
  const hasStatus = form.sources.includes('STATUS_CODE')
  return (
    <div className="stack">
      {rows.length === 0 && isOfCheck && (
        <p className="mute small">{hasStatus ? words.noStatusAssertions : words.noAssertions}</p>
      )}
      {rows.map((row, index) => (
        <div key={index} className={styles.row} {...dropTarget({ index, onMove: move })}>
          <MoveHandle index={index} label={words.moveAssertion(index + 1)} onMove={move} />
          <Controls form={form} row={row} onChange={(changes) => set(index, changes)} />
          <Button
            isIcon
            kind="ghost"
            aria-label={words.removeAssertion}
            onClick={() => change(rows.toSpliced(index, 1))}
          >
            <X className="ic s" aria-hidden="true" />
          </Button>
          <RowErrors errors={errors} path={`${path}[${index}]`} />
        </div>
      ))}
      <div>
        <Button size="small" onClick={add}>
          <Plus className="ic s" aria-hidden="true" />
          {words.addAssertion}
          {isOfCheck && <kbd aria-hidden="true">A</kbd>}
        </Button>
      </div>
    </div>
  )
}

interface ControlsProps {
  readonly form: Form
  readonly row: Assertion
  readonly onChange: (changes: Assertion) => void
}

function Controls({ form, row, onChange }: ControlsProps) {
  const grammar = grammarOf(row['source'], form.properties)
  const value = valueOf(grammar, row['property'])
  return (
    <>
      <Choice
        label={words.source}
        value={row['source']}
        options={form.sources}
        labels={sources}
        onChange={(source) => onChange({ source })}
      />
      {typeof grammar.property === 'string' ? (
        <Line
          label={words.property}
          placeholder={grammar.property === 'none' ? undefined : patterns[grammar.property]}
          isOff={grammar.property === 'none'}
          value={row['property']}
          onChange={(property) => onChange({ property })}
        />
      ) : (
        <Choice
          label={words.property}
          value={row['property']}
          options={grammar.property}
          labels={properties}
          onChange={(property) => onChange({ property })}
        />
      )}
      <Choice
        label={words.comparison}
        value={row['comparison']}
        options={value.comparisons}
        labels={comparisons}
        onChange={(comparison) => onChange({ comparison })}
      />
      {value.targets ? (
        <Choice
          label={words.target}
          value={row['target']}
          options={value.targets}
          labels={{}}
          onChange={(target) => onChange({ target })}
        />
      ) : (
        <Line
          label={words.target}
          isOff={!hasTarget(row['comparison'])}
          value={row['target']}
          onChange={(target) => onChange({ target })}
        />
      )}
      {grammar.regex === true && (
        <Line
          label={words.partOfValue}
          className={styles.regex}
          value={row['regex']}
          onChange={(regex) => onChange({ regex })}
        />
      )}
    </>
  )
}

interface LineProps {
  readonly label: string
  readonly placeholder?: string | undefined
  readonly className?: string | undefined
  /** The assertion takes no such value. */
  readonly isOff?: boolean
  readonly value: unknown
  readonly onChange: (text: string) => void
}

const Line = ({ label, placeholder = label, className = '', isOff = false, value, onChange }: LineProps) => (
  <input
    className={`mono ${className}`}
    aria-label={label}
    placeholder={isOff ? '–' : placeholder}
    disabled={isOff}
    value={typeof value === 'string' || typeof value === 'number' ? value : ''}
    onChange={(event) => onChange(event.target.value)}
  />
)

interface ChoiceProps {
  readonly label: string
  readonly value: unknown
  readonly options: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly onChange: (value: string) => void
}

const Choice = ({ label, value, options, labels, onChange }: ChoiceProps) => (
  <Select
    aria-label={label}
    value={String(value)}
    options={[...new Set([...options, String(value)])].map((option) => ({
      value: option,
      label: labels[option] ?? option,
    }))}
    onChange={onChange}
  />
)
