import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { ListField } from '../../ui/form/list-field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { toast } from '../../ui/toasts.tsx'
import { useCreateRule, useDeleteRule, useKnownTags, useUpdateRule } from './api.ts'
import type { Rule, RuleBody } from './api.ts'
import type { Part } from './page-draft.ts'
import { bodyOfRule } from './rule-body.ts'
import type { Impact } from './rule-body.ts'
import { RuleReach } from './rule-reach.tsx'

const words = lateTexts.statusPages.rules
const impacts = ['UNDER_MAINTENANCE', 'DEGRADED_PERFORMANCE', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE'] as const

interface RuleFormProps {
  readonly statusPageId: string
  /** Null: a new one. */
  readonly rule: Rule | null
  readonly parts: readonly Part[]
  /** The component that a new rule affects at first. */
  readonly componentId: string | null
  readonly onClose: () => void
}

const blank = (componentId: string | null): RuleBody => ({
  name: '',
  firstUpdate: words.firstUpdateText,
  lastUpdate: words.lastUpdateText,
  tags: [],
  enabled: true,
  notifySubscribers: true,
  coolDownWindowMinutes: 5,
  components: componentId === null ? [] : [{ componentId, targetImpact: 'MAJOR_OUTAGE' }],
})

/** A rule by which alerts open incidents. */
export function RuleForm({ statusPageId, rule, parts, componentId, onClose }: RuleFormProps) {
  const [body, setBody] = useState(() => (rule ? bodyOfRule(rule) : blank(componentId)))
  const set = (changes: Partial<RuleBody>): void => setBody((now) => ({ ...now, ...changes }))
  const { save, isBusy, error } = useSaveRule({ statusPageId, rule, onClose })
  const mayChange = useMay(rule ? 'updateAutomationRuleV3' : 'createAutomationRuleV3')
  const errors = error?.fields ?? {}
  return (
    <aside aria-label={rule?.name ?? words.new}>
      <fieldset className="pad stack gap12" disabled={!mayChange}>
        <h2>{rule?.name ?? words.new}</h2>
        <ErrorNote error={error} />
        <TextField
          label={lateTexts.statusPages.name}
          hint={words.nameHint}
          value={body.name}
          maxLength={255}
          error={errors['name']}
          onChange={(name) => set({ name })}
        />
        <Tags tags={body.tags} error={errors['tags'] ?? null} onChange={(tags) => set({ tags: [...tags] })} />
        <Impacts body={body} parts={parts} onChange={(components) => set({ components })} />
        <TextField
          label={words.firstUpdate}
          value={body.firstUpdate}
          rows={3}
          error={errors['firstUpdate']}
          onChange={(firstUpdate) => set({ firstUpdate })}
        />
        <TextField
          label={words.lastUpdate}
          value={body.lastUpdate}
          rows={3}
          error={errors['lastUpdate']}
          onChange={(lastUpdate) => set({ lastUpdate })}
        />
        <TextField
          type="number"
          label={words.coolDown}
          hint={words.coolDownHint}
          value={String(body.coolDownWindowMinutes ?? '')}
          error={errors['coolDownWindowMinutes']}
          onChange={(text) => set({ coolDownWindowMinutes: text === '' ? null : Number(text) })}
        />
        <CheckField
          label={words.notify}
          isOn={body.notifySubscribers !== false}
          onChange={(notifySubscribers) => set({ notifySubscribers })}
        />
        <div className="row wrap">
          {mayChange && (
            <Button kind="primary" isBusy={isBusy} onClick={() => save(body)}>
              {rule ? words.save : words.create}
            </Button>
          )}
          <Button onClick={onClose}>{texts.common.close}</Button>
          {rule && mayChange && <Delete rule={rule} onClose={onClose} />}
        </div>
      </fieldset>
    </aside>
  )
}

function useSaveRule({ statusPageId, rule, onClose }: Pick<RuleFormProps, 'statusPageId' | 'rule' | 'onClose'>) {
  const create = useCreateRule()
  const update = useUpdateRule()
  const done = {
    onSuccess: () => {
      toast({ text: words.saved })
      onClose()
    },
  }
  return {
    save: (body: RuleBody): void =>
      rule
        ? update.mutate({ params: { statusPageId, ruleId: rule.id }, body }, done)
        : create.mutate({ params: { statusPageId }, body }, done),
    isBusy: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}

interface TagsProps {
  readonly tags: readonly string[]
  readonly error: string | null
  readonly onChange: (tags: readonly string[]) => void
}

/** The tags of checks that a rule follows, and how many checks there are with them. */
function Tags({ tags, error, onChange }: TagsProps) {
  const known = useKnownTags()
  const unused = known.filter((tag) => !tags.includes(tag)).slice(0, 12)
  return (
    <div className="stack gap4">
      <ListField label={words.tags} hint={words.tagsHint} value={tags} error={error} onChange={onChange} />
      <p className="small">
        <RuleReach tags={tags} />
      </p>
      {tags.length === 0 && unused.length > 0 && <p className="small mute">{words.knownTags(unused.join(', '))}</p>}
    </div>
  )
}

interface ImpactsProps {
  readonly body: RuleBody
  readonly parts: readonly Part[]
  readonly onChange: (components: NonNullable<RuleBody['components']>) => void
}

/** How the incidents of a rule affect each component that is saved. */
function Impacts({ body, parts, onChange }: ImpactsProps) {
  const chosen = new Map(body.components?.map(({ componentId, targetImpact }) => [componentId, targetImpact]))
  const saved = parts.filter(({ id }) => !id.startsWith('new-'))
  const choose = (componentId: string, impact: Impact | ''): void => {
    const others = (body.components ?? []).filter((one) => one.componentId !== componentId)
    onChange(impact === '' ? others : [...others, { componentId, targetImpact: impact }])
  }
  if (saved.length === 0) return null
  return (
    <fieldset className="stack">
      <legend className="label">{words.components}</legend>
      {saved.map(({ id, name }) => (
        <SelectField
          key={id}
          label={name}
          value={chosen.get(id) ?? ''}
          options={[
            { value: '', label: words.notAffected },
            ...impacts.map((value) => ({ value, label: words.impacts[value] })),
          ]}
          onChange={(impact) => choose(id, impact)}
        />
      ))}
    </fieldset>
  )
}

function Delete({ rule, onClose }: { readonly rule: Rule; readonly onClose: () => void }) {
  const remove = useDeleteRule()
  return (
    <span className="end">
      <DeleteButton
        title={words.deleteTitle(rule.name)}
        text={words.deleteText}
        onDelete={() =>
          remove.mutate(
            { params: { statusPageId: rule.statusPageId, ruleId: rule.id } },
            { onSuccess: onClose, onError: toastError },
          )
        }
      />
    </span>
  )
}
