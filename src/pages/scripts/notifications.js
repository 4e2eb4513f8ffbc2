// The service worker that shows what a status page says: the texts come encrypted from the service and are shown as they are.

self.addEventListener('push', (event) => {
  const { title, body, url, tag, manage, confirm } = event.data.json()
  const actions = manage ? [{ action: 'manage', title: '⚙' }] : []
  const shown = self.registration.showNotification(title, { body, tag, renotify: true, actions, data: { url, manage } })
  event.waitUntil(Promise.all([shown, confirm && confirmWith(confirm)]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url, manage } = event.notification.data
  event.waitUntil(self.clients.openWindow(event.action === 'manage' ? manage : url))
})

/** Tells the service that messages arrive here, so that it sends more. */
const confirmWith = (token) => self.fetch(new URL(`verify/${token}`, self.registration.scope), { method: 'POST' })
