import { useState } from 'react'
import type { CheckDraft } from '../../../check-forms/check-draft.ts'
import { lateTexts } from '../../../strings/late.ts'
import { now } from '../../../time/page-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ErrorNote, Loading } from '../../../ui/states.tsx'
import { BackTestResult } from './back-test-result.tsx'
import { useBackTest } from './api.ts'
import { proposedOf } from './proposed-of-draft.ts'

const words = lateTexts.backTest
const dayMs = 86_400_000
const ranges = ['7', '30', '90'] as const

interface TryOnHistoryProps {
  readonly checkId: string
  readonly before: CheckDraft
  readonly draft: CheckDraft
}

/** A back-test of the settings in the form, when somebody asks for it. */
export function TryOnHistory({ checkId, before, draft }: TryOnHistoryProps) {
  const [days, setDays] = useState<(typeof ranges)[number]>('30')
  const [asked, setAsked] = useState<{ readonly key: string; readonly from: string } | null>(null)
  const proposed = proposedOf(before, draft)
  const key = JSON.stringify([days, proposed])
  const isCurrent = asked?.key === key
  const body = asked && isCurrent ? { ...proposed, from: asked.from } : null
  const query = useBackTest(checkId, body)
  const ask = (): void => setAsked({ key, from: new Date(now() - Number(days) * dayMs).toISOString() })
  return (
    <section className="stack gap12" aria-label={words.title}>
      <div className="row wrap">
        <Button onClick={ask} isBusy={query.isLoading}>
          {words.title}
        </Button>
        <Segmented
          isSmall
          label={words.range}
          value={days}
          options={ranges.map((value) => ({ value, label: words.days(Number(value)) }))}
          onChange={setDays}
        />
      </div>
      <p className="small mute">{asked && !isCurrent ? words.changed : words.text}</p>
      <ErrorNote error={query.error} />
      {query.isLoading && <Loading rows={3} />}
      {query.data && <BackTestResult result={query.data} />}
    </section>
  )
}
