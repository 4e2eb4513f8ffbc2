import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { Pane } from '../../ui/pane.tsx'
import { Moment } from '../../ui/time.tsx'
import type { Result } from '../../results/api.ts'
import { useResultDifferences } from './api.ts'
import styles from './what-changed.module.css'

const words = lateTexts.result

/** In what a run that did not pass differs from the last one that did, in sentences; nothing where it does not. */
export function WhatChanged({ result }: { readonly result: Result }) {
  const found = useResultDifferences(result, result.hasFailures || result.isDegraded === true)
  if (!found?.comparedWith || found.differences.length === 0) return null
  return (
    <Pane
      title={words.whatChanged}
      more={
        <>
          {words.sinceLastGood}{' '}
          <Link
            className="link"
            to="/checks/$id/results/$resultId"
            params={{ id: result.checkId, resultId: found.comparedWith.id }}
          >
            <Moment at={found.comparedWith.startedAt ?? found.comparedWith.created_at} />
          </Link>
        </>
      }
    >
      <ul className={`padx ${styles.changes}`}>
        {found.differences.map(({ text }) => (
          <li key={text}>{withCode(reasonText(text))}</li>
        ))}
      </ul>
    </Pane>
  )
}

/** Paths of fields stand between backticks. */
const withCode = (text: string): ReactNode =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
