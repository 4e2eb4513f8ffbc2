import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Forbidden } from '../../ui/forbidden.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useSaving } from '../../ui/form/use-saving.ts'
import { Page } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useCreatePage } from './api.ts'
import type { Version } from './page-draft.ts'
import styles from './status-pages.module.css'

const words = lateTexts.statusPages

/** The last part of an address that a name suggests. */
const addressFor = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-|-$/g, '')

/** A new status page: its name and its address; the rest is on its own screen. */
export function NewPageScreen() {
  const mayCreate = useMay('createStatusPageV3')
  return mayCreate ? <NewPageForm /> : <Forbidden title={words.new} />
}

function NewPageForm() {
  const [name, setName] = useState('')
  const [url, setUrl] = useState<string | null>(null)
  const [version, setVersion] = useState<'2' | '3'>('3')
  const create = useCreatePage()
  const navigate = useNavigate()
  const address = url ?? addressFor(name)
  const { save, isBusy, error, errors } = useSaving(async () => {
    const number: Version = version === '3' ? 3 : 2
    const id = await create({ version: number, name, url: address })
    await navigate({ to: '/status-pages/$id', params: { id } })
  })
  return (
    <PageForm onSave={() => void save()} errors={errors}>
      <Page
        title={words.new}
        crumbs={
          <>
            <Link to="/status-pages">{texts.shell.nav.statusPages}</Link> /
          </>
        }
        actions={
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {texts.common.create}
          </Button>
        }
      >
        <div className={`pad stack gap16 ${styles.narrow}`}>
          <ErrorNote error={error} />
          <TextField label={words.name} value={name} onChange={setName} error={errors['name']} isRequired autoFocus />
          <TextField
            label={words.address}
            value={address}
            onChange={setUrl}
            error={errors['url']}
            hint={words.addressHint(address)}
            isMono
            isRequired
          />
          <div className="stack">
            <span className="label">{words.form}</span>
            <div>
              <Segmented
                label={words.form}
                value={version}
                options={[
                  { value: '3', label: words.versions[3] },
                  { value: '2', label: words.versions[2] },
                ]}
                onChange={setVersion}
              />
            </div>
            <p className="small mute">{words.versionHints[version]}</p>
          </div>
        </div>
      </Page>
    </PageForm>
  )
}
