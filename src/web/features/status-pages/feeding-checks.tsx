import { Link } from '@tanstack/react-router'
import { Popover } from 'radix-ui'
import { lateTexts } from '../../strings/late.ts'
import type { FeedingCheck, Source } from './api.ts'
import styles from './status-pages.module.css'

const words = lateTexts.statusPages.structure

/** Whether checks open the incidents of a service, and which. */
export const FeedingChecks = ({ source }: { readonly source: Source | undefined }) =>
  source === undefined ? (
    <span className="mute small end nw">{words.byHand}</span>
  ) : (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="link small end nw">
          {words.checks(source.total)}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.popover} align="end" sideOffset={4} aria-label={words.checks(source.total)}>
          <CheckList checks={source.checks} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )

export const CheckList = ({ checks }: { readonly checks: readonly FeedingCheck[] }) => (
  <ul className="stack gap4">
    {checks.map(({ id, name, activated }) => (
      <li key={id} className="row">
        <Link className="link anywhere" to="/checks/$id" params={{ id }}>
          {name}
        </Link>
        {!activated && <span className="kind">{words.paused}</span>}
      </li>
    ))}
  </ul>
)
