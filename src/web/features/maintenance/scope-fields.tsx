import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckField } from '../../ui/field.tsx'
import { ListField } from '../../ui/form/list-field.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useTaggedCheck, useTags } from './api.ts'
import type { Scope } from './draft.ts'
import type { DraftProps } from './draft-props.ts'

const words = lateTexts.maintenanceWindows
const scopes: readonly Scope[] = ['NONE', 'TAGS', 'ALL']
/** More are found by typing. */
const offeredTags = 12

interface ScopeFieldsProps extends DraftProps {
  /** The check from which the form was opened. */
  readonly checkId: string | undefined
}

/** The effect of a window, and on which checks. */
export function ScopeFields({ checkId, ...edit }: ScopeFieldsProps) {
  const { draft, errors, onChange } = edit
  // A list keeps its text as it is typed; after a button changed it, it begins again.
  const [generation, setGeneration] = useState(0)
  const replace: DraftProps['onChange'] = (changes) => {
    onChange(changes)
    setGeneration(generation + 1)
  }
  return (
    <section className="stack gap12" aria-label={words.scope}>
      <h2>{words.scope}</h2>
      {checkId !== undefined && <OfCheck id={checkId} draft={draft} errors={errors} onChange={replace} />}
      <ScopeField
        key={`silence ${generation}`}
        title={words.silencing}
        hint={words.silencingHint}
        label={words.fields.silenceTags}
        scope={draft.silences}
        tags={draft.silenceTags}
        error={errorOf(errors, 'silenceAlertsTags')}
        onScope={(silences) => onChange({ silences })}
        onTags={(silenceTags) => onChange({ silenceTags })}
        onAdd={(tag) => replace({ silenceTags: [...draft.silenceTags, tag] })}
      />
      <ScopeField
        key={`pause ${generation}`}
        title={words.pausing}
        hint={words.pausingHint}
        label={words.fields.tags}
        scope={draft.pauses}
        tags={draft.tags}
        error={errorOf(errors, 'tags')}
        onScope={(pauses) => onChange({ pauses })}
        onTags={(tags) => onChange({ tags })}
        onAdd={(tag) => replace({ tags: [...draft.tags, tag] })}
      />
      <CheckField
        label={words.notify}
        hint={words.notifyHint}
        isOn={draft.notifies}
        onChange={(notifies) => onChange({ notifies })}
      />
    </section>
  )
}

/** The first mistake in a list. */
const errorOf = (errors: DraftProps['errors'], path: string): string | null =>
  Object.entries(errors).find(([name]) => name === path || name.startsWith(`${path}[`))?.[1] ?? null

interface ScopeFieldProps {
  readonly title: string
  readonly hint: string
  readonly label: string
  readonly scope: Scope
  readonly tags: readonly string[]
  readonly error: string | null
  readonly onScope: (scope: Scope) => void
  readonly onTags: (tags: readonly string[]) => void
  readonly onAdd: (tag: string) => void
}

function ScopeField({ title, hint, label, scope, tags, error, onScope, onTags, onAdd }: ScopeFieldProps) {
  const known = useTags().filter((tag) => !tags.includes(tag))
  return (
    <fieldset className="stack">
      <legend className="label">{title}</legend>
      <div className="row wrap">
        <Segmented
          label={title}
          value={scope}
          options={scopes.map((value) => ({ value, label: words.covers[value] }))}
          onChange={onScope}
        />
        <span className="small mute">{hint}</span>
      </div>
      {scope === 'TAGS' && (
        <>
          <ListField label={label} value={tags} hint={words.tagsHint} error={error} onChange={onTags} />
          {known.length > 0 && (
            <div className="row wrap gap4" role="group" aria-label={`${words.knownTags}: ${title}`}>
              {known.slice(0, offeredTags).map((tag) => (
                <Chip key={tag} aria-label={words.addTag(tag)} onClick={() => onAdd(tag)}>
                  + {tag}
                </Chip>
              ))}
            </div>
          )}
        </>
      )}
    </fieldset>
  )
}

/** Windows know no single checks, so the tags of the check are offered. */
function OfCheck({ id, draft, onChange }: DraftProps & { readonly id: string }) {
  const check = useTaggedCheck(id)
  if (check === null) return null
  const use = (tag: string): void => onChange({ silences: 'TAGS', silenceTags: [...draft.silenceTags, tag] })
  const open = check.tags.filter((tag) => !draft.silenceTags.includes(tag))
  if (check.tags.length > 0 && open.length === 0) return null
  return (
    <Note className="row wrap">
      <span>{check.tags.length > 0 ? words.forCheck(check.name) : words.forCheckWithout(check.name)}</span>
      {open.map((tag) => (
        <Button key={tag} size="small" onClick={() => use(tag)}>
          {words.useTag(tag)}
        </Button>
      ))}
      {check.tags.length === 0 && (
        <Link className="link" to="/checks/$id/edit" params={{ id }}>
          {texts.common.edit}
        </Link>
      )}
    </Note>
  )
}
