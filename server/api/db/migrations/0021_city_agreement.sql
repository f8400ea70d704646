-- Whether the agreement of the issuer's city with the national system is active, which decides about the rate of the ISS. Null: nobody knows.
alter table issuers add column city_agreement boolean;
--> statement-breakpoint
drop trigger audit on issuers;
--> statement-breakpoint
-- The counters of an issuer change with every document, which has its own audit.
create trigger audit after insert or delete or update of
  company_id, cnpj, name, trade_name, city_registration, street, number, complement, district, city_id, cep, phone, email, simples, simples_regime,
  special_regime, tax_federal, tax_state, tax_city, ibs_operation, ibs_situation, ibs_class, series, agreement, wallet, branch, bank_account, pix_key,
  pix_kind, city_agreement
  on issuers for each row execute function audit_change('id');
