/**
 * Exports the parts of the AWS SDK that backups use. They are imported dynamically through this module, because a bundle gives a
 * CommonJS package that is imported dynamically no named exports.
 */
export { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
export { Upload } from "@aws-sdk/lib-storage";
