import { FormKeyField } from '../../no-script/no-script-form.tsx';

export const AfterFooter = FormKeyField;
