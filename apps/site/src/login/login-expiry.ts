import type { ActiveLogin, Login } from '@redress/contract/session';
import { useEffect, useState } from 'react';

const warningMs = 10 * 60_000;
/** Typing extends the login, at most this often. */
const renewalMs = 5 * 60_000;

export interface LoginExpiry {
  readonly stage: 'active' | 'expiring' | 'expired';
  /** Whether to show the dialog: from the stage `expiring` until the claimant answers. */
  readonly isAsking: boolean;
  /** The time when the login expires, by the device's clock. */
  readonly at: Date | undefined;
}
const active: LoginExpiry = { stage: 'active', isAsking: false, at: undefined };

/** Replaces `useLoginExpiry` in settlements without a login. */
export const useNoLogin: typeof useLoginExpiry = () => ({ ...active, dismiss: () => {} });

/** Watches when the login expires; each session response passes a new `login`. */
export function useLoginExpiry(login: Login | ActiveLogin | null | undefined, renew: () => Promise<boolean>) {
  const [expiry, setExpiry] = useState(active);
  useEffect(() => {
    setExpiry(active);
    if (!login || !('secondsLeft' in login)) return;
    let renewedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expiresAt = renewedAt + login.secondsLeft * 1_000;
    const update = () => {
      clearTimeout(timer);
      const left = expiresAt - Date.now();
      const at = new Date(expiresAt);
      if (left <= 0) return setExpiry(({ isAsking }) => ({ stage: 'expired', isAsking, at }));
      if (left <= warningMs)
        setExpiry(({ stage, isAsking }) => ({ stage: 'expiring', isAsking: stage === 'active' || isAsking, at }));
      timer = setTimeout(update, left > warningMs ? left - warningMs : left);
    };
    const onInput = () => {
      const now = Date.now();
      if (now >= expiresAt || now - renewedAt < renewalMs) return;
      renewedAt = now;
      void renew();
    };
    update();
    // Timers do not run while the device sleeps.
    document.addEventListener('visibilitychange', update);
    // Uses `input` instead of the store's changes, because a blur normalizes a field without any
    // typing.
    document.addEventListener('input', onInput);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
      document.removeEventListener('input', onInput);
    };
  }, [login, renew]);
  return { ...expiry, dismiss: () => setExpiry((before) => ({ ...before, isAsking: false })) };
}
