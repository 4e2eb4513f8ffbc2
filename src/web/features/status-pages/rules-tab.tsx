import { Plus } from 'lucide-react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Pane } from '../../ui/pane.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useRules, useUpdateRule } from './api.ts'
import type { PageSummary, Rule } from './api.ts'
import type { Part } from './page-draft.ts'
import { bodyOfRule } from './rule-body.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleReach } from './rule-reach.tsx'
import styles from './status-pages.module.css'

const words = lateTexts.statusPages.rules
const isNew = 'new'

interface RulesTabProps {
  readonly summary: PageSummary
  readonly parts: readonly Part[]
}

/** The rules by which alerts of checks open incidents on a page; the one that the address names is edited beside them. */
export function RulesTab({ summary, parts }: RulesTabProps) {
  const [search, change] = useSearchState()
  const mayCreate = useMay('createAutomationRuleV3')
  const open = (rule: string): void => change({ rule })
  return (
    <Loaded query={useRules(summary.id)}>
      {(rules) => {
        const edited = rules.find(({ id }) => id === search['rule']) ?? null
        const isOpen = edited !== null || (search['rule'] === isNew && mayCreate)
        const create = mayCreate && (
          <Button size="small" onClick={() => open(isNew)}>
            <Plus className="ic s" aria-hidden="true" />
            {words.new}
          </Button>
        )
        return (
          <div className="split">
            <Pane title={words.title} more={words.subtitle} end={<div className="end">{create}</div>}>
              {rules.length === 0 ? (
                <Empty title={words.none}>{words.noneText}</Empty>
              ) : (
                <ul>
                  {rules.map((rule) => (
                    <RuleRow key={rule.id} rule={rule} parts={parts} onEdit={() => open(rule.id)} />
                  ))}
                </ul>
              )}
            </Pane>
            {isOpen && (
              <RuleForm
                key={`${edited?.id} ${edited?.updated_at}`}
                statusPageId={summary.id}
                rule={edited}
                parts={parts}
                componentId={search['component'] ?? null}
                onClose={() => open('')}
              />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

interface RuleRowProps {
  readonly rule: Rule
  readonly parts: readonly Part[]
  readonly onEdit: () => void
}

function RuleRow({ rule, parts, onEdit }: RuleRowProps) {
  const update = useUpdateRule()
  const mayChange = useMay('updateAutomationRuleV3')
  const names = rule.components.flatMap(({ componentId, targetImpact }) => {
    const name = parts.find(({ id }) => id === componentId)?.name
    return name === undefined ? [] : [`${name}: ${words.impacts[targetImpact]}`]
  })
  const enable = (enabled: boolean): void =>
    update.mutate(
      { params: { statusPageId: rule.statusPageId, ruleId: rule.id }, body: { ...bodyOfRule(rule), enabled } },
      { onError: toastError },
    )
  return (
    <li className={`padx ${styles.rule}`}>
      <div className="row wrap">
        <button type="button" className="link" onClick={onEdit}>
          <b>{rule.name}</b>
        </button>
        {rule.incidentId !== null && <span className="fail small">{words.openIncident}</span>}
        <span className="end">
          <CheckField
            isSwitch
            label={<span className="sr">{words.enable(rule.name)}</span>}
            isOn={rule.enabled}
            disabled={!mayChange || update.isPending}
            onChange={enable}
          />
        </span>
      </div>
      <div className="row wrap small">
        {rule.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
        <RuleReach tags={rule.tags} />
      </div>
      <p className="small mute">{names.length > 0 ? names.join(', ') : words.noComponents}</p>
    </li>
  )
}
