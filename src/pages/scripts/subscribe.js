// Asks the browser for its permission and its keys, puts them into the form, and sends it.
{
  const form = document.querySelector('form[data-key]')
  const message = form?.querySelector('[role="status"]')
  const { key, worker, scope, denied, failed } = form?.dataset ?? {}
  const fill = async () => {
    await navigator.serviceWorker.register(worker, { scope })
    const { pushManager } = await navigator.serviceWorker.ready
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const { endpoint, keys } = subscription.toJSON()
    for (const [name, value] of Object.entries({ endpoint, ...keys }))
      if (form.elements[name]) form.elements[name].value = value
    form.submit()
  }
  if (form && 'serviceWorker' in navigator && 'PushManager' in window) {
    for (const one of document.querySelectorAll('[data-without]')) one.remove()
    form.hidden = false
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const permission = await Notification.requestPermission()
      if (permission === 'granted') await fill().catch(() => (message.textContent = failed))
      else message.textContent = denied
    })
  }
}
