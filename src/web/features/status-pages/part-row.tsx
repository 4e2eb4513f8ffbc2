import { ChevronDown, ChevronRight, Eye, EyeOff, FolderClosed, X } from 'lucide-react'
import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { dropTarget, MoveHandle } from '../../ui/form/move-handle.tsx'
import type { Source } from './api.ts'
import { ChartField } from './chart-field.tsx'
import { ComponentRules } from './component-rules.tsx'
import { FeedField } from './feed-field.tsx'
import { FeedingChecks } from './feeding-checks.tsx'
import type { Part } from './page-draft.ts'
import { ServiceName } from './service-name.tsx'
import styles from './status-pages.module.css'

const words = lateTexts.statusPages.structure

interface PartRowProps {
  readonly part: Part
  readonly index: number
  readonly depth: number
  /** The checks that open incidents on the service; undefined without any. */
  readonly source: Source | undefined
  readonly error: string | undefined
  readonly statusPageId: string
  /** Whether the page has cards: these have nothing but a name, their services a chart. */
  readonly isOfCards: boolean
  readonly onChange: (changes: Partial<Part>) => void
  readonly onMove: (from: number, to: number) => void
  readonly onRemove: () => void
}

/** A group, a component or a service with what can be changed about it. */
export function PartRow(props: PartRowProps) {
  const { part, index, depth, error, isOfCards, onChange, onMove, onRemove } = props
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <li
      data-part={part.id}
      className={part.type === 'GROUP' ? styles.group : undefined}
      style={{ marginInlineStart: depth * 20 }}
      {...dropTarget({ index, onMove })}
    >
      <div className={`row ${styles.line}`}>
        <MoveHandle index={index} label={words.move(part.name, index + 1)} onMove={onMove} />
        {part.type === 'GROUP' && <FolderClosed className="ic s mute" aria-hidden="true" />}
        <PartName {...props} />
        {part.isHidden && <span className="kind">{words.hidden}</span>}
        {part.feed !== null && <span className="kind">{lateTexts.statusPages.feeds.mark}</span>}
        {!isOfCards && (
          <Button
            isIcon
            kind="ghost"
            aria-pressed={part.isHidden}
            aria-label={words.hide(part.name)}
            title={words.hide(part.name)}
            onClick={() => onChange({ isHidden: !part.isHidden })}
          >
            {part.isHidden ? (
              <EyeOff className="ic s" aria-hidden="true" />
            ) : (
              <Eye className="ic s" aria-hidden="true" />
            )}
          </Button>
        )}
        {(!isOfCards || part.type === 'SERVICE') && (
          <Button
            isIcon
            kind="ghost"
            aria-expanded={isOpen}
            aria-label={words.more(part.name)}
            title={words.more(part.name)}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron className="ic s" aria-hidden="true" />
          </Button>
        )}
        <Button
          isIcon
          kind="ghost"
          aria-label={words.remove(part.name)}
          title={words.remove(part.name)}
          onClick={onRemove}
        >
          <X className="ic s" aria-hidden="true" />
        </Button>
      </div>
      {error && <FieldError>{error}</FieldError>}
      {isOpen && <Details {...props} />}
    </li>
  )
}

const PartName = ({ part, index, source, isOfCards, onChange, error }: PartRowProps) =>
  part.serviceId !== null && isOfCards ? (
    <>
      <ServiceName serviceId={part.serviceId} name={part.name} onRenamed={(name) => onChange({ name })} />
      <FeedingChecks service={{ id: part.serviceId, name: part.name }} source={source} />
    </>
  ) : (
    <input
      aria-label={words.nameOf(part.type, index + 1)}
      aria-invalid={error ? true : undefined}
      className="grow"
      maxLength={255}
      value={part.name}
      onChange={(event) => onChange({ name: event.target.value })}
    />
  )

const Details = ({ part, statusPageId, isOfCards, onChange }: PartRowProps) => (
  <div className={`stack ${styles.details}`}>
    {!isOfCards && (
      <>
        <TextField
          label={lateTexts.statusPages.description}
          value={part.description}
          maxLength={500}
          rows={2}
          onChange={(description) => onChange({ description })}
        />
        <CheckField
          label={words.showsHistory}
          isOn={part.showsHistory}
          onChange={(showsHistory) => onChange({ showsHistory })}
        />
      </>
    )}
    {part.type === 'GROUP' ? (
      <CheckField label={words.isExpanded} isOn={part.isExpanded} onChange={(isExpanded) => onChange({ isExpanded })} />
    ) : (
      <ChartField checkId={part.chartCheckId} onChange={(chartCheckId) => onChange({ chartCheckId })} />
    )}
    <ComponentRules statusPageId={statusPageId} part={part} />
    {part.type === 'SERVICE' && <FeedField statusPageId={statusPageId} part={part} onChange={onChange} />}
  </div>
)
