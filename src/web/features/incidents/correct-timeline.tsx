import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ComponentImpact } from '#contract'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Select } from '../../ui/select.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { impactOptions } from './affected-fields.tsx'
import { useComponents, useReplaceImpacts } from './api.ts'
import type { Incident, Named } from './api.ts'
import styles from './incidents.module.css'
import { changedInstant, instantOf, localOf } from './local-time.ts'

const words = lateTexts.incidents

/** One span in which a component was affected, as it is edited. */
interface Span {
  readonly componentId: string
  readonly status: ComponentImpact
  readonly from: string
  /** Empty while it lasts. */
  readonly to: string
  /** The times as the service has them. */
  readonly before: { readonly startedAt: string; readonly endedAt: string | null } | null
}

const spansOf = ({ impacts }: Incident): readonly Span[] =>
  impacts.map(({ componentId, status, startedAt, endedAt }) => ({
    componentId,
    status,
    from: localOf(startedAt),
    to: endedAt === null ? '' : localOf(endedAt),
    before: { startedAt, endedAt },
  }))

const exact = (local: string, before: string | null | undefined): string =>
  (before ? changedInstant(local, before) : instantOf(local)) ?? local

const bodyOf = (spans: readonly Span[]) =>
  spans.map(({ componentId, status, from, to, before }) => ({
    componentId,
    status,
    startedAt: exact(from, before?.startedAt),
    endedAt: to === '' ? null : exact(to, before?.endedAt),
  }))

interface CorrectTimelineProps {
  readonly incident: Incident
  readonly onClose: () => void
}

/** Says afterwards which component was affected how, and from when until when. */
export function CorrectTimeline({ incident, onClose }: CorrectTimelineProps) {
  const [spans, setSpans] = useState(() => spansOf(incident))
  const replace = useReplaceImpacts()
  const statusPageId = incident.statusPageId ?? ''
  const save = (): void =>
    replace.mutate(
      { params: { statusPageId, incidentId: incident.id }, body: { componentImpacts: bodyOf(spans) } },
      { onSuccess: onClose },
    )
  const add = (components: readonly Named[]): void => {
    const [first] = components
    if (first === undefined) return
    const from = localOf(incident.startedAt)
    const to = incident.resolvedAt === null ? '' : localOf(incident.resolvedAt)
    setSpans([...spans, { componentId: first.id, status: 'PARTIAL_OUTAGE', from, to, before: null }])
  }
  return (
    <DialogForm
      title={words.correct}
      isWide
      submit={texts.common.save}
      isBusy={replace.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="dim">{words.correctHint}</p>
      <ErrorNote error={replace.error} />
      <Loaded query={useComponents(statusPageId)} rows={2}>
        {(components) => (
          <>
            {spans.length > 0 && <Heads />}
            {spans.map((span, index) => (
              <SpanRow
                key={index}
                number={index + 1}
                span={span}
                components={components}
                onChange={(changed) => setSpans(spans.with(index, changed))}
                onRemove={() => setSpans(spans.toSpliced(index, 1))}
              />
            ))}
            <div>
              <Button size="small" disabled={components.length === 0} onClick={() => add(components)}>
                {words.add}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </DialogForm>
  )
}

/** The labels of the columns, which each control has as its name. */
const Heads = () => (
  <div className={`${styles.span} ${styles.heads}`} aria-hidden="true">
    {[words.component, words.impact, words.from, words.to].map((text) => (
      <span key={text} className="label">
        {text}
      </span>
    ))}
  </div>
)

interface SpanRowProps {
  readonly number: number
  readonly span: Span
  readonly components: readonly Named[]
  readonly onChange: (span: Span) => void
  readonly onRemove: () => void
}

const SpanRow = ({ number, span, components, onChange, onRemove }: SpanRowProps) => (
  <div className={styles.span} role="group" aria-label={`${words.timeline} ${number}`}>
    <Select
      aria-label={words.component}
      value={span.componentId}
      options={components.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(componentId) => onChange({ ...span, componentId })}
    />
    <Select
      aria-label={words.impact}
      value={span.status}
      options={impactOptions}
      onChange={(status) => onChange({ ...span, status })}
    />
    <input
      type="datetime-local"
      aria-label={words.from}
      required
      value={span.from}
      onChange={(event) => onChange({ ...span, from: event.target.value })}
    />
    <input
      type="datetime-local"
      aria-label={words.to}
      title={span.to === '' ? words.lasts : undefined}
      value={span.to}
      onChange={(event) => onChange({ ...span, to: event.target.value })}
    />
    <Button kind="ghost" size="small" isIcon aria-label={words.remove(number)} onClick={onRemove}>
      <Trash2 className="ic s" aria-hidden="true" />
    </Button>
  </div>
)
