// Loaded into the server before its own code (`node --import`): the browsers of nearly all tests
// file claims, and solving the real captcha takes a core for a second or two each time.
// `login-work.spec.ts` and `console-sign-in-work.spec.ts` solve the real one.
import { defaultDifficulty } from '@redress/server/site/captcha/proof-of-work';
import { easyCaptcha } from '../setup/easy-captcha.ts';

Object.assign(defaultDifficulty, easyCaptcha);
