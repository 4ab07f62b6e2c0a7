/**
 * The parts of the AWS SDK that backups use, apart from what imports them when it needs them: a bundle gives a package in CommonJS
 * that is imported so no names.
 */
export { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
export { Upload } from "@aws-sdk/lib-storage";
