// Shows the forms that need a passkey if the browser supports them, and fills them in when they are sent.
const forms = document.querySelectorAll('form[data-passkey]');
// A passkey belongs to a host name (WebAuthn §5.1.2): an IP address can have none.
const isNamed = !/^[\d.]+$|^\[/.test(location.hostname);
const isAble = isNamed && window.isSecureContext && window.PublicKeyCredential?.parseRequestOptionsFromJSON;
for (const form of isAble ? forms : []) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    tell(form, '');
    fillIn(form).then(
      () => form.submit(),
      (error) => tell(form, wordsFor(form, error)),
    );
  });
}

async function fillIn(form) {
  const { csrf, credential } = form.elements;
  const body = new URLSearchParams({ csrf: csrf.value });
  const response = await fetch(form.dataset.passkey, { method: 'POST', body });
  if (!response.ok) throw Object.assign(new Error(), { name: 'NoBeginning' });
  const options = await response.json();
  const made = form.hasAttribute('data-new')
    ? await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      })
    : await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      });
  credential.value = JSON.stringify(made);
}

function tell(form, words) {
  form.querySelector('[role=status]').textContent = words;
}

/** The page brings the words, in the reader's language. */
function wordsFor({ dataset }, { name }) {
  if (name === 'NoBeginning') return dataset.noBeginning;
  if (name === 'NotAllowedError') return dataset.unused;
  if (name === 'InvalidStateError') return dataset.known;
  return dataset.failed;
}
