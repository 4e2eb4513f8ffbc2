import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useObjectives } from './api.ts'
import { BudgetChart } from './budget-chart.tsx'
import { ObjectiveForm } from './objective-form.tsx'
import { ObjectiveTable } from './objective-table.tsx'
import { ReportTabs } from './report-tabs.tsx'
import styles from './reports.module.css'

const { title, subtitle, objectives: words } = lateTexts.reports

/** The objectives with what is left of their budgets, and one of them day by day. */
export function Objectives() {
  const list = useObjectives()
  const mayCreate = useMay('createObjective')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Page
      title={title}
      more={subtitle}
      actions={
        mayCreate && (
          <Button kind="primary" onClick={() => setOpen(true)}>
            {words.new}
          </Button>
        )
      }
    >
      <ReportTabs />
      <Loaded query={list}>
        {(objectives) => {
          const shown = objectives.find(({ id }) => id === chosen) ?? objectives[0]
          if (shown === undefined) return <Empty title={words.none}>{words.noneText}</Empty>
          return (
            <>
              <ObjectiveTable objectives={objectives} shown={shown.id} onShow={setChosen} />
              <BudgetChart key={shown.id} objective={shown} />
              <p className={`pad small dim ${styles.formula}`}>{words.formula}</p>
            </>
          )
        }}
      </Loaded>
      {isOpen && <ObjectiveForm objective={null} onClose={() => setOpen(false)} />}
    </Page>
  )
}
