import type { NewPassword, NewTotp } from '@redress/contract/console/sign-in';
import { encode } from 'uqr';
import { TextInput } from '../ui/text-field.tsx';
import { SendForm } from '../ui/send-form.tsx';
import { useFields } from '../ui/use-fields.ts';
import { useSend } from '../ui/use-send.ts';
import './sign-in.css';

interface PasswordSetupProps {
  readonly totp: NewTotp;
  readonly label: string;
  readonly onSubmit: (password: NewPassword) => Promise<void>;
}

/** Sets a password and an authenticator app, whose first code is required. */
export function PasswordSetup({ totp, label, onSubmit }: PasswordSetupProps) {
  const { errorOf, send, ...sending } = useSend();
  const { values, field } = useFields({ password: '', code: '' }, errorOf);
  const submit = () => send(() => onSubmit({ ...values, pending: totp.pending }));
  return (
    <SendForm sending={sending} onSubmit={submit} button={label} busy="Checking …">
      <TextInput
        label="Password"
        hint="At least 12 characters. Four unrelated words are easy to remember."
        type="password"
        autoComplete="new-password"
        required
        maxLength={200}
        {...field('password')}
      />
      <p>Scan this with an authenticator app, then enter the code it shows.</p>
      <QrCode text={totp.address} />
      <p>
        Or type this key into the app: <code>{totp.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <TextInput
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={10}
        {...field('code')}
      />
    </SendForm>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const { size, data } = encode(text);
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the key below">
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  );
}
