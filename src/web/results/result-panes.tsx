import type { ReactNode } from 'react'
import { lateTexts } from '../strings/late.ts'
import type { Asset, Result } from './api.ts'
import { Assertions } from './assertions.tsx'
import { Details } from './details.tsx'
import { Exchange } from './exchange.tsx'
import { Files, FilesShown } from './files.tsx'
import type { Detail } from './read-detail.ts'
import { ResultDetails } from './result-details/result-details.tsx'
import styles from './result-panes.module.css'
import { RunLog } from './run-log.tsx'
import { ScriptResult } from './script-result.tsx'
import { SuiteResult } from './suite/suite-result.tsx'
import { Timing } from './timing.tsx'

interface ResultPanesProps {
  readonly assets: readonly Asset[]
  readonly detail: Detail
  /** The last one that passed, to compare its times with. */
  readonly lastGood?: Result | null
  /** Why it failed, beside what the run found. */
  readonly causes?: ReactNode
  /** How it differed from one that passed. */
  readonly difference?: ReactNode
}

/** Everything that a run found, with its files and settings beside it. */
export const ResultPanes = ({ assets, detail, lastGood = null, causes, difference }: ResultPanesProps) => (
  <div className={`split pane ${styles.result}`}>
    <div>
      <ScriptResult assets={assets} detail={detail} />
      <SuiteResult assets={assets} detail={detail} />
      <Assertions detail={detail} />
      <ResultDetails detail={detail} />
      <Timing detail={detail} lastGood={lastGood} />
      {difference}
      <Exchange detail={detail} />
      <RunLog detail={detail} />
      <FilesShown assets={assets} />
    </div>
    <aside aria-label={lateTexts.result.about}>
      {causes}
      <Files assets={assets} detail={detail} />
      <Details detail={detail} />
    </aside>
  </div>
)
