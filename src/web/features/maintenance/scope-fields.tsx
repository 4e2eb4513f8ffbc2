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

/** What a window does to which checks. */
export const ScopeFields = ({ checkId, ...edit }: ScopeFieldsProps) => (
  <section className="stack gap12" aria-label={words.scope}>
    <h2>{words.scope}</h2>
    {checkId !== undefined && <OfCheck id={checkId} {...edit} />}
    <ScopeField
      title={words.silencing}
      hint={words.silencingHint}
      label={words.fields.silenceTags}
      scope={edit.draft.silences}
      tags={edit.draft.silenceTags}
      error={errorOf(edit.errors, 'silenceAlertsTags')}
      onScope={(silences) => edit.onChange({ silences })}
      onTags={(silenceTags) => edit.onChange({ silenceTags })}
    />
    <ScopeField
      title={words.pausing}
      hint={words.pausingHint}
      label={words.fields.tags}
      scope={edit.draft.pauses}
      tags={edit.draft.tags}
      error={errorOf(edit.errors, 'tags')}
      onScope={(pauses) => edit.onChange({ pauses })}
      onTags={(tags) => edit.onChange({ tags })}
    />
    <CheckField
      label={words.notify}
      hint={words.notifyHint}
      isOn={edit.draft.notifies}
      onChange={(notifies) => edit.onChange({ notifies })}
    />
  </section>
)

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
}

function ScopeField({ title, hint, label, scope, tags, error, onScope, onTags }: ScopeFieldProps) {
  const known = useTags().filter((tag) => !tags.includes(tag))
  // A list keeps its text as it is typed; one that a button changes begins again.
  const [generation, setGeneration] = useState(0)
  const add = (tag: string): void => {
    onTags([...tags, tag])
    setGeneration(generation + 1)
  }
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
          <ListField
            key={`${generation} ${tags.length === 0}`}
            label={label}
            value={tags}
            hint={words.tagsHint}
            error={error}
            onChange={onTags}
          />
          {known.length > 0 && (
            <div className="row wrap gap4" role="group" aria-label={`${words.knownTags}: ${title}`}>
              {known.slice(0, offeredTags).map((tag) => (
                <Chip key={tag} aria-label={words.addTag(tag)} onClick={() => add(tag)}>
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
