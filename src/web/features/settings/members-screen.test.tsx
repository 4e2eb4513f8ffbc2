import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, renderScreen, sample } from '../../testing/index.ts'
import type { Scene } from '../../testing/index.ts'

type Invite = Answer<'listInvites'>[number]
type Member = Answer<'listOwnMembers'>['members'][number]

const invited = (email: string, status: Invite['mail']['status'] = 'SENT'): Answer<'createInvite'> =>
  sample('createInvite', {
    id: 'i1',
    email,
    role: 'READ_ONLY',
    mail: { status, response: '' },
    ...(status === 'NONE' && { link: `https://belfry.example/invites#token=${email}` }),
  })
const listed = ({ link: _link, ...invite }: Answer<'createInvite'>): Invite => invite
const member = (userId: string, name: string, role: Member['role']): Member => ({
  type: 'member',
  accountId: 'a1',
  userId,
  name,
  email: `${name.toLowerCase()}@mail.example`,
  role: role as never,
  status: 'ACTIVE',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  isSupportMembership: false,
  ssoEnabled: false,
  mfaEnabled: false,
  pendingAddress: null,
})

let api: FakeApi
let invites: Invite[]
let members: Member[]

/** Has a fake keep members and invites. */
function storePeople(fake: FakeApi): void {
  fake.answer('listOwnMembers', () => ({ members, length: members.length, nextId: null }))
  if (fake === api) fake.answer('listInvites', () => invites)
}

beforeEach(() => {
  api = new FakeApi()
  invites = []
  members = [member('7d0f2c9a-3a1c-4d52-8f6b-2f1c8a5f0b21', 'Robin', 'OWNER'), member('u2', 'Grace', 'READ_ONLY')]
  storePeople(api)
  api.answer('createInvite', ({ body: { email } }) => {
    invites = [listed(invited(email))]
    return invited(email)
  })
})

async function invite(scene: Scene, email: string, role: string): Promise<void> {
  const { page, user } = scene
  await user.click(page.getByRole('button', { name: 'Invite' }))
  const dialog = within(page.getByRole('dialog'))
  await scene.fill(dialog.getByLabelText('Email address'), email)
  await user.selectOptions(dialog.getByLabelText('Role'), role)
  await user.click(dialog.getByRole('button', { name: 'Invite' }))
}

describe('an invite', () => {
  it('says that its link is mailed, and shows it nowhere', async () => {
    const scene = await renderScreen('/settings/members', { api })
    const { page, user } = scene
    page.getByText('No pending invites.')
    await invite(scene, 'ada@mail.example', 'READ_ONLY')
    page.getByText(/^The link was emailed to ada@mail\.example\./)
    expect(document.body.textContent).not.toContain('#token=')
    expect(await scene.violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Done' }))
    page.getByRole('cell', { name: 'Sent' })
    expect(api.sentOf('createInvite').map(({ body }) => body)).toEqual([
      { email: 'ada@mail.example', role: 'READ_ONLY' },
    ])
  })

  it('is not made twice for one address', async () => {
    api.fail('createInvite', 'INVITE_EXISTS')
    const scene = await renderScreen('/settings/members', { api })
    const { page, user } = scene
    await invite(scene, 'grace@mail.example', 'ADMIN')
    page.getByText(/^grace@mail\.example is already invited\./)
    expect(await scene.violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Cancel' }))
    expect(page.queryByRole('dialog')).toBe(null)
  })

  it('shows its link once, to be passed on, where the service cannot send mail', async () => {
    api.answer('createInvite', invited('ada@mail.example', 'NONE'))
    const scene = await renderScreen('/settings/members', { api })
    const { page, user } = scene
    await invite(scene, 'ada@mail.example', 'READ_WRITE')
    page.getByText(/^No email was sent: pass the link on yourself\./)
    expect(page.getByRole('dialog').textContent).toContain('https://belfry.example/invites#token=ada@mail.example')
    await user.click(page.getByRole('button', { name: 'Done' }))
    expect(document.body.textContent).not.toContain('#token=')
  })

  it('follows its mail until that is delivered or rejected', async () => {
    invites = [listed(invited('ada@mail.example', 'PENDING'))]
    const { page, turn } = await renderScreen('/settings/members', { api })
    page.getByRole('cell', { name: 'Sending' })
    invites = [
      {
        ...listed(invited('ada@mail.example', 'REJECTED')),
        mail: { status: 'REJECTED', response: '550 no such user' },
      },
    ]
    await turn(2_000)
    page.getByText('550 no such user')
    const asked = api.sentOf('listInvites').length
    await turn(10_000)
    expect(api.sentOf('listInvites')).toHaveLength(asked)
  })

  it('gets a new link, which ends the one before, and is revoked', async () => {
    invites = [listed(invited('ada@mail.example', 'NONE'))]
    api.answer('renewInvite', {
      ...invited('ada@mail.example', 'NONE'),
      link: 'https://belfry.example/invites#token=second',
    })
    const { page, user, violations } = await renderScreen('/settings/members', { api })
    await user.click(page.getByRole('button', { name: 'New link' }))
    page.getByText(/^The previous link no longer works\./)
    expect(page.getByRole('dialog').textContent).toContain('#token=second')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Done' }))
    expect(api.sentOf('renewInvite')).toMatchObject([{ params: { id: 'i1' } }])
    await user.click(page.getByRole('button', { name: 'Revoke' }))
    invites = []
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    page.getByText('No pending invites.')
    expect(api.sentOf('revokeInvite')).toMatchObject([{ params: { id: 'i1' } }])
  })
})

describe('a member', () => {
  it('gets another role, and is removed', async () => {
    const { page, user } = await renderScreen('/settings/members', { api })
    await user.selectOptions(page.getByLabelText('Role: Grace'), 'ADMIN')
    expect(api.sentOf('updateOwnMember')).toMatchObject([{ params: { userId: 'u2' }, body: { role: 'ADMIN' } }])
    await user.click(page.getByRole('button', { name: 'Remove' }))
    members = members.slice(0, 1)
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(page.queryByRole('cell', { name: /^Grace/ })).toBe(null)
    expect(api.sentOf('removeOwnMember')).toMatchObject([{ params: { userId: 'u2' } }])
  })

  it('whose new address is not confirmed shows it, gets a new link for it, and loses it', async () => {
    const [robin, grace] = members
    const pendingAddress = {
      email: 'new@mail.example',
      expiresAt: '2026-11-27T10:00:00.000Z',
      mail: { status: 'NONE' as const, response: '' },
    }
    const waits = { ...grace, pendingAddress } as Member
    members = [robin, waits].filter((one) => one !== undefined)
    const link = 'https://belfry.example/email-address#token=secret'
    api.answer('updateOwnMember', { ...waits, pendingAddress: { ...pendingAddress, link } } as never)
    const { page, user, violations } = await renderScreen('/settings/members', { api })
    page.getByText('new@mail.example is not confirmed yet')
    await user.click(page.getByRole('button', { name: 'New link' }))
    page.getByText(link)
    expect(await violations()).toEqual([])
    expect(api.sentOf('updateOwnMember')).toMatchObject([
      { params: { userId: 'u2' }, body: { email: 'new@mail.example' } },
    ])
    members = members.slice(0, 1)
    await user.click(page.getByRole('button', { name: 'Withdraw' }))
    expect(page.queryByText(/is not confirmed yet/)).toBe(null)
    expect(api.sentOf('withdrawOwnMemberAddress')).toMatchObject([{ params: { userId: 'u2' } }])
  })

  it('of a later page is listed too', async () => {
    const [robin, ...others] = members
    api.answer('listOwnMembers', ({ query }) => {
      const isFirst = query?.nextId === undefined
      const shown = isFirst ? [robin].filter((one) => one !== undefined) : others
      return { members: shown, length: shown.length, nextId: isFirst ? 'later' : null }
    })
    const { page } = await renderScreen('/settings/members', { api })
    page.getByRole('cell', { name: /^Robin/ })
    page.getByRole('cell', { name: /^Grace/ })
  })

  it('that may not manage members sees them, and can change none', async () => {
    const reader = new FakeApi('READ_ONLY')
    storePeople(reader)
    const { page } = await renderScreen('/settings/members', { api: reader })
    page.getByRole('cell', { name: /^Grace/ })
    expect(page.queryAllByRole('button', { name: /Invite|Remove/ })).toEqual([])
    expect(page.queryByLabelText('Role: Grace')).toBe(null)
  })

  it('is listed in German for whoever reads German', async () => {
    const { page, violations } = await renderScreen('/settings/members', { api, language: 'de', width: 390 })
    page.getByRole('heading', { level: 1, name: 'Mitglieder' })
    page.getByLabelText('Rolle: Grace')
    expect(await violations()).toEqual([])
  })
})
